/** The stand-in of a messaging provider on real tables: numbers, messages, and what is forgotten of them. */
import { loadConfig } from "../../../infra/config/config";
import { createSms } from "../../../infra/composition/adapters/sms";
import type { Engines } from "../../../infra/composition/engines";
import { createIds } from "../../../infra/ids/ids";
import { silentLogger } from "../../../infra/logging/logger";
import type { SignedRequest } from "../../../infra/http/signed-request";
import type { WantedNumber } from "../../../infra/sms-provider/sms-provider";
import { eventually } from "../../support/eventually";
import {
  CUSTOMER,
  faultOf,
  outgoing,
  sandboxStage,
  submission,
  wantedNumber,
  type SandboxStage,
} from "./sandbox-stage";

let stage: SandboxStage;
beforeAll(async () => void (stage = await sandboxStage()));
afterAll(() => stage.close());

const number = (more: Partial<WantedNumber> = {}) => stage.sandbox.provider.provisionNumber(wantedNumber(more));

it("a number asked for again under its id, even at the same moment, is the same number, and others get others", async () => {
  const one = wantedNumber();
  const same = await Promise.all([1, 2, 3].map(() => stage.sandbox.provider.provisionNumber(one)));
  const others = await Promise.all([1, 2, 3].map(() => number()));
  expect(new Set(same.map(({ phoneNumber }) => phoneNumber)).size).toBe(1);
  expect(new Set([same[0], ...others].map((had) => had?.phoneNumber)).size).toBe(4);
  expect(await stage.sandbox.provider.findNumber(one.phoneNumberId)).toEqual(same[0]);
  expect(await stage.sandbox.provider.findNumber("never-asked-for")).toBeNull();
});

it("area codes are honoured, and where there is no such number none is made up", async () => {
  expect((await number({ kind: "local", areaCode: "415" })).phoneNumber).toMatch(/^\+141555501\d\d$/);
  expect((await number({ areaCode: "888", country: "CA" })).phoneNumber).toMatch(/^\+188855501\d\d$/);
  expect(await faultOf(number({ kind: "local", areaCode: "888" }))).toBe("none_available");
  expect(await faultOf(number({ kind: "local", areaCode: "604" }))).toBe("none_available");
  expect(await faultOf(number({ areaCode: "415" }))).toBe("none_available");
});

it("a hundred numbers of an area code are assigned, and one that was given back can be had again", async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => number({ kind: "local", areaCode: "907" })));
  expect(await faultOf(number({ kind: "local", areaCode: "907" }))).toBe("none_available");
  await stage.sandbox.provider.releaseNumber(String(all[7]?.providerNumberId));
  await stage.sandbox.provider.releaseNumber(String(all[7]?.providerNumberId));
  expect((await number({ kind: "local", areaCode: "907" })).phoneNumber).toBe(all[7]?.phoneNumber);
});

it("a message is put out once for its id and told as delivered by one signed callback", async () => {
  const { phoneNumber } = await number();
  const message = outgoing(phoneNumber);
  const sent = await Promise.all([1, 2, 3].map(() => stage.sandbox.provider.send(message)));
  expect(new Set(sent.map(({ providerMessageId }) => providerMessageId)).size).toBe(1);
  const id = String(sent[0]?.providerMessageId);
  const [callback] = await eventually(() => {
    expect(stage.callbacksWith(id)).toHaveLength(1);
    return stage.callbacksWith(id) as [SignedRequest];
  });
  await eventually(async () => expect(await stage.kept("b-1")).toMatchObject({ callbacks: 0 }));
  expect(stage.callbacksWith(id)).toHaveLength(1);
  expect(callback.url).toBe(message.statusUrl);
  expect(stage.sandbox.provider.callbacks.isGenuine(callback)).toBe(true);
  expect(stage.sandbox.provider.callbacks.readStatus(callback)).toEqual({
    providerMessageId: id,
    status: "delivered",
    code: null,
  });
  const shown = await stage.sandbox.control.messages(100);
  expect(shown.filter((one) => one.id === id)).toMatchObject([
    { direction: "outbound", from: phoneNumber, to: CUSTOMER, body: "Your table is ready." },
  ]);
});

it("nothing is sent from a number that the business does not hold", async () => {
  const { phoneNumber } = await number();
  expect(await faultOf(stage.sandbox.provider.send(outgoing("+18335550199")))).toBe("refused");
  expect(await faultOf(stage.sandbox.provider.send(outgoing(phoneNumber, { businessId: "b-2" })))).toBe("refused");
});

it("what a customer writes is handed in at the number's own address, under a signature that no change survives", async () => {
  const asked = wantedNumber();
  const { phoneNumber } = await stage.sandbox.provider.provisionNumber(asked);
  expect(await stage.sandbox.control.write({ from: CUSTOMER, to: "+18335550198", body: "Hello?" })).toBe(false);
  expect(await stage.sandbox.control.write({ from: CUSTOMER, to: phoneNumber, body: "Blåbær, 2 kg" })).toBe(true);
  const [callback] = await eventually(() => {
    expect(stage.callbacksWith("Blåbær")).toHaveLength(1);
    return stage.callbacksWith("Blåbær") as [SignedRequest];
  });
  const { callbacks } = stage.sandbox.provider;
  expect(callback.url).toBe(asked.inboundUrl);
  expect(callbacks.readInbound(callback)).toMatchObject({
    from: CUSTOMER,
    to: phoneNumber,
    body: "Blåbær, 2 kg",
    mediaCount: 0,
  });
  expect(callbacks.isGenuine(callback)).toBe(true);
  expect(callbacks.isGenuine({ ...callback, url: callback.url.replace("b-1", "b-2") })).toBe(false);
  expect(callbacks.isGenuine({ ...callback, body: callback.body.replace("2 kg", "3 kg") })).toBe(false);
  expect(callbacks.isGenuine({ ...callback, headers: {} })).toBe(false);
  expect(() => callbacks.readStatus(callback)).toThrow("not of the form");
  expect(() => callbacks.readInbound({ ...callback, body: "From=%2B1" })).toThrow("not of the form");
});
/** As a service has it whose settings chose the stand-in once, and do not any more. */
const kept = async () => {
  const engines = { ...stage.database, clock: stage.clock, ids: createIds(stage.clock), logger: silentLogger };
  const sms = await createSms(loadConfig({}), engines as unknown as Engines, Buffer.alloc(32), {
    called: () => undefined,
  });
  expect(sms.sandbox).toBeNull();
  return sms.sandboxKept;
};

it("with a business everything that was kept of it goes, whoever is chosen, and nothing of another's; what comes late leaves nothing behind", async () => {
  const { provider, control } = stage.sandbox;
  await stage.deafen();
  const submitted = await Promise.all(
    ["gone", "stays"].map((business) => submission(stage.sandbox, "a2p_10dlc", business)),
  );
  for (const registration of submitted) {
    const { businessId, phoneNumber } = registration;
    await provider.send(outgoing(phoneNumber, { businessId }));
    await control.write({ from: CUSTOMER, to: phoneNumber, body: "Hello" });
    await provider.advanceRegistration(registration, () => Promise.resolve());
  }
  expect(await stage.kept("gone")).toEqual({ numbers: 1, registrations: 1, messages: 2, callbacks: 2 });
  await (await kept()).erase("gone");
  const from = submitted[0]?.phoneNumber ?? "";
  expect(await faultOf(provider.send(outgoing(from, { businessId: "gone" })))).toBe("refused");
  expect(await control.write({ from: CUSTOMER, to: from, body: "Too late" })).toBe(false);
  expect(await stage.kept("gone")).toEqual({ numbers: 0, registrations: 0, messages: 0, callbacks: 0 });
  expect(await stage.kept("stays")).toEqual({ numbers: 1, registrations: 1, messages: 2, callbacks: 2 });
  stage.listen();
});

it("messages are forgotten after ninety days, whoever is chosen", async () => {
  const { phoneNumber } = await number();
  await stage.sandbox.provider.send(outgoing(phoneNumber, { body: "Of last quarter" }));
  stage.clock.leap(90 * 86_400_000);
  await stage.sandbox.provider.send(outgoing(phoneNumber, { body: "Of today" }));
  await (await kept()).purge();
  const bodies = (await stage.sandbox.control.messages(100)).map(({ body }) => body);
  expect(bodies).toEqual(["Of today"]);
});

it("tables that do not answer are a provider that does not", async () => {
  const broken = await sandboxStage();
  await broken.close();
  expect(await faultOf(broken.sandbox.provider.provisionNumber(wantedNumber()))).toBe("unavailable");
});
