/** What becomes of messages that are queued: sent once and in order, or failed with the reason, whoever sends and however it goes wrong. */
import { receive } from "../../domain/receiving";
import { answersOf, keywordOf } from "../../domain/opt-out-words";
import { noteDelivered } from "../../domain/sending";
import { SmsProviderError, type OutgoingSms } from "../../infra/sms-provider/sms-provider";
import { TRIED_MINUTES_MAX } from "../../processors/send-sms";
import { Carrier } from "../support/carrier";
import { eventually } from "../support/eventually";
import { MessagingStage, phoneOf } from "../support/messaging-stage";

const MINUTE_MS = 60_000;
const nothingSent = { name: "sandbox", findSent: () => Promise.resolve(null) } as const;

describe("sending a message", () => {
  let stage: MessagingStage;
  beforeEach(async () => {
    stage = await MessagingStage.open();
    await stage.number("n1");
  });
  afterEach(() => stage.close());

  const inbound = (messageId: string, body: string) =>
    receive(
      {
        ...{ businessId: "b1", accountId: "a1", conversationId: "c1-n1", phoneNumberId: "n1", provider: "sandbox" },
        ...{ customerPhone: phoneOf("c1"), messageId, providerMessageId: messageId, mediaCount: 0 },
        ...{ body, keyword: keywordOf(body) },
      },
      stage.clock.now().toISOString(),
      { messageId: `${messageId}-answer`, answers: answersOf("Fjord Coffee") },
    );
  /** Without what was written before. */
  const since = async (count: number) => (await stage.recorded()).slice(count);

  test("it is handed over once, with the address at which its status is told", async () => {
    const intent = await stage.write("m1");
    await stage.perform("send_sms", intent);
    await stage.perform("send_sms", intent);
    expect(stage.carrier.asked).toEqual([
      {
        ...{ messageId: "m1", businessId: "b1", from: "+18005550123", to: phoneOf("c1"), body: "Hello m1" },
        statusUrl: "https://service.example/api/sms/status?business=b1&message=m1",
        ...{ firstTriedAt: null, knownProviderIds: [] },
      },
    ]);
    expect(await since(2)).toEqual(["MessageSent m1"]);
    await stage.perform("send_sms", await stage.write("m2"), { triedMs: 1_000 });
    expect(stage.carrier.asked[1]).toMatchObject({ messageId: "m2", knownProviderIds: ["out-m1"] });
  });

  test("it is not handed over after somebody told that it has arrived", async () => {
    const intent = await stage.write("m1");
    await stage.happens(noteDelivered("m1", "out-m1"));
    await stage.perform("send_sms", intent, { triedMs: 1_000 });
    expect(stage.carrier.asked).toEqual([]);
  });

  test("it is not handed over by a process whose lease is lost", async () => {
    const intent = await stage.write("m1");
    await expect(stage.perform("send_sms", intent, { mine: false })).rejects.toThrow("elsewhere");
    expect(stage.carrier.asked).toEqual([]);
  });

  test("it fails where its business is gone", async () => {
    const intent = await stage.write("m1");
    await stage.deleteBusiness();
    await stage.perform("send_sms", intent);
    await stage.perform("send_sms", intent, { provider: null });
    expect(await since(2)).toEqual(["MessageFailed m1 number_not_usable"]);
    expect(stage.carrier.asked).toEqual([]);
  });

  test("a process without its number's provider leaves it to the others, and gives it up when it is old", async () => {
    const intents = [await stage.write("m1"), await stage.write("m2"), await stage.write("m3", "c2")] as const;
    const carrier = new Carrier();
    const other = {
      name: "twilio" as const,
      send: carrier.send.bind(carrier),
      findSent: carrier.findSent.bind(carrier),
    };
    for (const provider of [null, other])
      await expect(stage.perform("send_sms", intents[0], { provider })).rejects.toThrow(
        "no sandbox to send it through",
      );
    await stage.perform("send_sms", intents[0], { triedMs: 1_000 });
    stage.clock.leap(TRIED_MINUTES_MAX * MINUTE_MS);
    await stage.perform("send_sms", intents[1], { provider: null });
    await stage.perform("send_sms", intents[2], { provider: other });
    const failed = ["m2", "m3"].map((id) => `MessageFailed ${id} number_not_usable`);
    expect((await stage.recorded()).slice(-3)).toEqual(["MessageSent m1", ...failed]);
    expect(carrier.asked).toEqual([]);
  });

  test("it fails where the registration of its number is not approved, or there is none", async () => {
    await stage.number("n2", "rejected");
    await stage.number("n3", null);
    await stage.perform("send_sms", await stage.write("m2", "c1", "n2"));
    await stage.perform("send_sms", await stage.write("m3", "c1", "n3"));
    const failed = (await stage.recorded()).filter((one) => one.startsWith("MessageFailed"));
    expect(failed).toEqual(["MessageFailed m2 sms_compliance_pending", "MessageFailed m3 sms_compliance_pending"]);
    expect(stage.carrier.asked).toEqual([]);
  });

  test("it fails where they opted out since, who still get the answer that says so, and no other", async () => {
    const intent = await stage.write("m1");
    await stage.happens(inbound("help", "HELP"));
    await stage.happens(inbound("stop", "STOP"));
    const before = (await stage.recorded()).length;
    await stage.perform("send_sms", intent);
    await stage.perform("send_sms", { businessId: "b1", messageId: "help-answer" });
    await stage.perform("send_sms", { businessId: "b1", messageId: "stop-answer" });
    expect(await since(before)).toEqual([
      "MessageFailed m1 recipient_opted_out",
      "MessageFailed help-answer recipient_opted_out",
      "MessageSent stop-answer",
    ]);
    expect(stage.carrier.delivered.map(({ messageId }) => messageId)).toEqual(["stop-answer"]);
  });

  test("it fails where the provider refuses it, and who opted out there has opted out here", async () => {
    const intents = [await stage.write("m1"), await stage.write("m2")] as const;
    stage.carrier.fault = "refused";
    await stage.perform("send_sms", intents[0]);
    stage.carrier.fault = "opted_out";
    await stage.perform("send_sms", intents[1]);
    expect(await since(3)).toEqual([
      "MessageFailed m1 refused E1",
      "MessageFailed m2 recipient_opted_out E1",
      "CustomerOptedOut",
    ]);
  });

  test("it is tried until a quarter of an hour after it was written where the provider is out of reach, and then fails", async () => {
    const intents = [await stage.write("m1"), await stage.write("m2"), await stage.write("m3")] as const;
    stage.carrier.fault = "unavailable";
    await expect(stage.perform("send_sms", intents[0])).rejects.toThrow("out of reach");
    const almost = (TRIED_MINUTES_MAX - 1) * MINUTE_MS;
    stage.clock.leap(almost);
    await expect(stage.perform("send_sms", intents[0], { triedMs: almost })).rejects.toThrow("out of reach");
    expect(await since(4)).toEqual([]);
    stage.clock.leap(MINUTE_MS);
    await stage.perform("send_sms", intents[0], { triedMs: almost });
    // Whoever waited behind it does not wait as long again, nor goes out late.
    await stage.perform("send_sms", intents[1]);
    stage.carrier.fault = null;
    await stage.perform("send_sms", intents[2]);
    const failed = ["MessageFailed m1 gave_up E1", "MessageFailed m2 gave_up", "MessageFailed m3 gave_up"];
    expect(await since(4)).toEqual(failed);
    expect(stage.carrier.delivered).toEqual([]);
  });

  test("it is sent where an earlier attempt brought it to the provider, whatever hinders it since", async () => {
    await stage.number("n2");
    const intents = [await stage.write("m1"), await stage.write("m2"), await stage.write("m3", "c1", "n2")] as const;
    const lost = async (message: OutgoingSms) => {
      await stage.carrier.send(message);
      throw new SmsProviderError("unavailable", "Its answer was lost.");
    };
    for (const intent of intents)
      await expect(stage.perform("send_sms", intent, { provider: { ...nothingSent, send: lost } })).rejects.toThrow(
        "lost",
      );
    await stage.happens(inbound("stop", "STOP"));
    const before = (await stage.recorded()).length;
    stage.carrier.fault = "unavailable";
    await expect(stage.perform("send_sms", intents[0], { triedMs: 1_000 })).rejects.toThrow("out of reach");
    stage.carrier.fault = null;
    await stage.perform("send_sms", intents[0], { triedMs: 1_000 });
    await stage.deleteBusiness();
    await stage.perform("send_sms", intents[2], { triedMs: 1_000 });
    stage.clock.leap(TRIED_MINUTES_MAX * MINUTE_MS);
    await stage.perform("send_sms", intents[1], { triedMs: 1_000 });
    expect(await since(before)).toEqual(["MessageSent m1", "MessageSent m3", "MessageSent m2"]);
    expect(stage.carrier.asked).toHaveLength(intents.length);
  });

  test("it fails where the engine gave it up, once", async () => {
    const intent = await stage.write("m1");
    await stage.perform("fail_sms", intent);
    await stage.perform("fail_sms", intent);
    expect(await since(2)).toEqual(["MessageFailed m1 gave_up"]);
  });

  test("nothing is left to send where the history was erased meanwhile", async () => {
    const intent = await stage.write("m1");
    const send = async () => {
      await stage.eraseConversations();
      return { providerMessageId: "out-m1" };
    };
    await stage.perform("send_sms", intent, { provider: { ...nothingSent, send } });
    await stage.perform("send_sms", intent);
    await stage.perform("fail_sms", intent);
    expect(stage.carrier.delivered).toEqual([]);
    expect(await stage.recorded()).toEqual([]);
  });
});

describe("processes that send messages", () => {
  let stage: MessagingStage;
  beforeEach(async () => {
    stage = await MessagingStage.open();
    await stage.number("n1");
  });
  afterEach(() => stage.close());

  const sent = async () => (await stage.recorded()).filter((one) => one.startsWith("MessageSent"));

  test("send each message once between two of them, those of a conversation in their order", async () => {
    await Promise.all([stage.process(), stage.process()]);
    const ids = Array.from({ length: 24 }, (_, index) => `m${String(index).padStart(2, "0")}`);
    for (const [index, id] of ids.entries()) await stage.write(id, `c${index % 4}`);
    await eventually(async () => expect(await sent()).toHaveLength(ids.length));
    const { delivered } = stage.carrier;
    expect(delivered).toHaveLength(ids.length);
    for (const customer of ["c0", "c1", "c2", "c3"]) {
      const got = delivered.filter(({ to }) => to === phoneOf(customer)).map(({ messageId }) => messageId);
      expect(got).toEqual(ids.filter((_, index) => `c${index % 4}` === customer));
    }
  });

  test("take over what another one handed over without hearing of it, and it is delivered once", async () => {
    stage.carrier.silent = true;
    const first = await stage.process();
    await stage.write("m1");
    await stage.write("m2");
    await eventually(() => expect(stage.carrier.delivered).toHaveLength(1));
    const stopped = first.stop();
    await eventually(() => {
      stage.clock.leap(10_000);
      return expect(Promise.race([stopped, Promise.reject(new Error("It still waits."))])).resolves.toBeUndefined();
    });
    stage.carrier.silent = false;
    await stage.process();
    await eventually(async () => expect(await sent()).toEqual(["MessageSent m1", "MessageSent m2"]));
    const [before, again, next] = stage.carrier.asked;
    expect([before?.messageId, before?.firstTriedAt]).toEqual(["m1", null]);
    expect([again?.messageId, again?.firstTriedAt]).toEqual(["m1", expect.any(Date)]);
    expect([next?.messageId, next?.firstTriedAt]).toEqual(["m2", null]);
    expect(stage.carrier.delivered.map(({ messageId }) => messageId)).toEqual(["m1", "m2"]);
  });

  test("go on once messages were given up, all that were written together, and hold up no other conversation meanwhile", async () => {
    await stage.process();
    stage.carrier.fault = "unavailable";
    await stage.write("m1", "c1");
    await stage.write("m2", "c1");
    await eventually(() => expect(stage.carrier.asked.length).toBeGreaterThan(0));
    await eventually(async () => {
      stage.clock.leap(MINUTE_MS);
      expect(await stage.recorded()).toEqual(
        expect.arrayContaining(["MessageFailed m1 gave_up E1", "MessageFailed m2 gave_up"]),
      );
    });
    stage.carrier.fault = null;
    await stage.write("m3", "c1");
    await stage.write("m4", "c2");
    await eventually(async () => expect([...(await sent())].sort()).toEqual(["MessageSent m3", "MessageSent m4"]));
  });
});
