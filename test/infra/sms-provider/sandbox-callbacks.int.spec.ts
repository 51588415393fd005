/** What the stand-in of a messaging provider tells of its own accord: news of registrations, and callbacks that are not lost. */
import { UnreadableCallback, type SignedRequest } from "../../../infra/http/signed-request";
import type { SubmittedRegistration, WantedNumber } from "../../../infra/sms-provider/sms-provider";
import { eventually } from "../../support/eventually";
import {
  CUSTOMER,
  faultOf,
  PUBLIC_URL,
  sandboxStage,
  submission,
  wantedNumber,
  type SandboxStage,
} from "./sandbox-stage";

let stage: SandboxStage;
beforeAll(async () => void (stage = await sandboxStage()));
afterAll(() => stage.close());

const number = (more: Partial<WantedNumber> = {}) => stage.sandbox.provider.provisionNumber(wantedNumber(more));

describe("a registration", () => {
  const keep = jest.fn<Promise<void>, [Readonly<Record<string, string>>]>(() => Promise.resolve());
  const submit = (registration: SubmittedRegistration) =>
    stage.sandbox.provider.advanceRegistration(registration, keep);

  it.each(["toll_free_verification", "a2p_10dlc"] as const)(
    "of kind %s is pending until it is reviewed, once handed in, and the service is told",
    async (kind) => {
      const registration = await submission(stage.sandbox, kind);
      expect(await stage.sandbox.control.review(registration.registrationId, { status: "approved", reasons: [] })).toBe(
        false,
      );
      const pending = { status: "pending_review", reasons: [], reviewedAt: null };
      expect(await Promise.all([submit(registration), submit(registration)])).toEqual([pending, pending]);
      const references = keep.mock.lastCall?.[0] ?? {};
      const reasons = [{ code: "30489", message: "Say where customers agree." }];
      const rejected = { status: "rejected", reasons } as const;
      expect(await stage.sandbox.control.review(registration.registrationId, rejected)).toBe(true);
      const reference = String(references["registration"]);
      const [callback] = await eventually(() => {
        expect(stage.callbacksWith(reference)).toHaveLength(1);
        return stage.callbacksWith(reference) as [SignedRequest];
      });
      expect(callback.url).toBe(`${PUBLIC_URL}/api/compliance/status-callback`);
      expect(stage.sandbox.provider.callbacks.isGenuine(callback)).toBe(true);
      expect(stage.sandbox.provider.callbacks.readReviewed(callback)).toEqual([reference]);
      keep.mockClear();
      const looked = await submit({ ...registration, references, isNew: false });
      expect(looked).toEqual({ ...rejected, reviewedAt: expect.stringMatching(/Z$/) as string });
      expect(keep).not.toHaveBeenCalled();
    },
  );

  it("that was turned down waits until it is handed in anew, and is reviewed from the beginning then", async () => {
    const registration = await submission(stage.sandbox, "toll_free_verification");
    const approve = () =>
      stage.sandbox.control.review(registration.registrationId, { status: "approved", reasons: [] });
    await submit(registration);
    await stage.sandbox.control.review(registration.registrationId, { status: "action_required", reasons: [] });
    expect(await approve()).toBe(false);
    const again = { ...registration, episode: 2 };
    expect(await submit(again)).toEqual({ status: "pending_review", reasons: [], reviewedAt: null });
    expect(await approve()).toBe(true);
    expect((await submit({ ...again, isNew: false })).status).toBe("approved");
    expect((await submit(registration)).status).toBe("approved");
  });

  it("is refused for a number that the business does not hold", async () => {
    const registration = await submission(stage.sandbox, "a2p_10dlc");
    expect(await faultOf(submit({ ...registration, businessId: "b-2" }))).toBe("refused");
  });
});

it("a callback that is not taken is made again, and given up after six attempts", async () => {
  const { phoneNumber } = await number();
  stage.receiver.refuseWith = 503;
  await stage.sandbox.control.write({ from: CUSTOMER, to: phoneNumber, body: "Twice, please" });
  await eventually(() => expect(stage.callbacksWith("Twice, please")).toHaveLength(1));
  stage.receiver.refuseWith = null;
  await leapUntil(() => stage.callbacksWith("Twice, please").length === 2);
  stage.receiver.refuseWith = 404;
  await stage.sandbox.control.write({ from: CUSTOMER, to: phoneNumber, body: "In vain" });
  await leapUntil(() => stage.warnings.length > 0);
  stage.receiver.refuseWith = null;
  expect(stage.callbacksWith("In vain")).toHaveLength(6);
  expect(JSON.stringify(stage.warnings)).not.toMatch(/In vain|\+1/);
  expect(await stage.kept("b-1")).toMatchObject({ callbacks: 0 });
});

/** Of two that look, the one that is woken by the clock makes the attempt. */
const leapUntil = (isSo: () => boolean) =>
  eventually(() => {
    if (isSo()) return;
    stage.clock.leap(1_000);
    throw new Error("Not yet.");
  });

it("what was left while nobody made callbacks is made in its order by whoever starts next", async () => {
  const { phoneNumber } = await number();
  await stage.deafen();
  const before = stage.another();
  for (const body of ["first of three", "second of three", "third of three"])
    await before.control.write({ from: CUSTOMER, to: phoneNumber, body });
  expect(stage.callbacksWith("of three")).toHaveLength(0);
  stage.listen();
  await eventually(() => expect(stage.callbacksWith("of three")).toHaveLength(3));
  const bodies = stage
    .callbacksWith("of three")
    .map((request) => stage.sandbox.provider.callbacks.readInbound(request).body);
  expect(bodies).toEqual(["first of three", "second of three", "third of three"]);
});

it("a callback that no store could hold, or that is longer than any, is unreadable whoever signed it", () => {
  const { callbacks } = stage.sandbox.provider;
  const inbound = { kind: "inbound", id: "i-1", from: CUSTOMER, to: "+18335550100", body: "Hello" };
  const status = { kind: "status", id: "i-1", status: "delivered" };
  const reviewed = { kind: "reviewed", id: "i-1", reference: "SR1" };
  const request = (body: object) => ({ url: PUBLIC_URL, headers: {}, body: JSON.stringify(body) });
  expect(callbacks.readInbound(request(inbound))).toMatchObject({ providerMessageId: "i-1", body: "Hello" });
  const [long, nul, half] = ["9".repeat(30_000), "\0", "\ud800"];
  for (const bad of ["", long, nul, half]) {
    for (const member of ["id", "from", "to"])
      expect(() => callbacks.readInbound(request({ ...inbound, [member]: bad }))).toThrow(UnreadableCallback);
    expect(() => callbacks.readStatus(request({ ...status, id: bad }))).toThrow(UnreadableCallback);
    expect(() => callbacks.readReviewed(request({ ...reviewed, reference: bad }))).toThrow(UnreadableCallback);
  }
  expect(() => callbacks.readInbound(request({ ...inbound, body: long }))).toThrow(UnreadableCallback);
});

it("a number that was had under another public address is reached at the present one", async () => {
  const inboundUrl = "http://localhost:3000/api/sms/inbound?business=b-1&number=moved";
  const { phoneNumber } = await number({ inboundUrl });
  await stage.sandbox.control.write({ from: CUSTOMER, to: phoneNumber, body: "Moved house" });
  await eventually(() =>
    expect(stage.callbacksWith("Moved house")).toMatchObject([
      { url: `${PUBLIC_URL}/api/sms/inbound?business=b-1&number=moved` },
    ]),
  );
});
