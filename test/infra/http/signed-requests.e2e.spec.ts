/** What a provider tells is believed by its signature alone, over the address and the body as they were sent. */
import { connect } from "node:net";
import { SIGNED_BODY_BYTES_MAX } from "../../../infra/http/signed-request";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { notes } from "./sample-notes";
import { sampleSignature, startSampleService, type SampleService } from "./sample-service";

const FORM = "application/x-www-form-urlencoded";
const ROUTE = "/api/provider/notes";

let service: SampleService;
beforeAll(async () => {
  const providers = [{ name: "callbacks", per: "key" as const, limit: 400, windowSeconds: 60 }];
  const open = [{ name: "address", per: "ip" as const, limit: 1, windowSeconds: 60 }];
  service = await startSampleService({ trustedProxies: 1, rateTable: { providers, open } });
});
afterAll(() => service.close());

/** As the provider signs it, unless it is told otherwise. */
function tell(target: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const signature = sampleSignature({ url: `${service.publicUrl}${target}`, body });
  const own = { "x-sample-signature": signature, "content-type": FORM };
  return send(`${service.url}${target}`, { method: "POST", headers: { ...own, ...headers }, body });
}
const titlesOf = async (business: string) =>
  Object.values((await service.parts.services.runner.load(notes, business)).state);

test("a signed form or JSON reaches the handler to the letter, with its address as the provider was told it", async () => {
  const target = `${ROUTE}?business=one%20caf%C3%A9&bodySHA256=ab%63`;
  const reply = await tell(target, "title=One+two%21");
  expect([reply.status, reply.json]).toEqual([
    201,
    { url: `${service.publicUrl}${target}`, title: "One two!", by: "sample", isNew: true },
  ]);
  expect(await titlesOf("one café")).toEqual(["One two!"]);
  const json = await tell(`${ROUTE}?business=json`, '\ufeff{"a":1,"a":2}&title=J', {
    "content-type": "application/json",
  });
  expect([json.status, json.json?.["title"]]).toEqual([201, "J"]);
});

test("the events that it causes are the provider's", async () => {
  await tell(`${ROUTE}?business=caused`, "title=T");
  const [event] = await service.parts.services.log.readStream("notes-caused");
  expect(event?.metadata.actor).toEqual({ kind: "provider", id: "sample" });
});

test.each<[string, () => Promise<{ status: number; json: unknown }>]>([
  ["no signature", () => send(`${service.url}${ROUTE}?business=forged`, { method: "POST", body: "title=T" })],
  ["a wrong signature", () => tell(`${ROUTE}?business=forged`, "title=T", { "x-sample-signature": "wrong" })],
  ["an empty signature", () => tell(`${ROUTE}?business=forged`, "title=T", { "x-sample-signature": "" })],
  [
    "another header's signature",
    () => tell(`${ROUTE}?business=forged`, "title=T", { "x-sample-signature": "", "x-other-signature": "x" }),
  ],
  [
    "the signature of another body",
    () => {
      const url = `${service.publicUrl}${ROUTE}?business=forged`;
      return tell(`${ROUTE}?business=forged`, "title=T", {
        "x-sample-signature": sampleSignature({ url, body: "title=U" }),
      });
    },
  ],
  [
    "the signature of another address",
    () => {
      const url = `${service.publicUrl}${ROUTE}?business=other`;
      return tell(`${ROUTE}?business=forged`, "title=T", {
        "x-sample-signature": sampleSignature({ url, body: "title=T" }),
      });
    },
  ],
  [
    "the signature of the same address otherwise spelled",
    () => {
      const url = `${service.publicUrl}${ROUTE}?business=%66orged`;
      return tell(`${ROUTE}?business=forged`, "title=T", {
        "x-sample-signature": sampleSignature({ url, body: "title=T" }),
      });
    },
  ],
])("with %s it is 401 and nothing is recorded", async (_name, forge) => {
  const before = await service.parts.services.log.head();
  const reply = await forge();
  expect([reply.status, reply.json]).toEqual([401, expect.objectContaining({ code: "unauthenticated" })]);
  expect(await service.parts.services.log.head()).toBe(before);
});

test("what is unsigned is refused before its body has come", async () => {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.write(`POST ${ROUTE}?business=x HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\ncontent-length: 9\r\n\r\nt`);
  await eventually(() => expect(answer).toContain("401"));
  socket.destroy();
});

test("neither a session nor a key opens it, and no browser's origin closes it", async () => {
  const account = service.accounts.account({ admin: true });
  const foreign = {
    "x-service-key": service.accounts.keyFor(account),
    cookie: `service_session=${service.accounts.sessionFor(account)}`,
  };
  const unsigned = await send(`${service.url}${ROUTE}?business=b`, {
    method: "POST",
    headers: foreign,
    body: "title=T",
  });
  expect(unsigned.status).toBe(401);
  expect((await tell(`${ROUTE}?business=b`, "title=T", { origin: "https://elsewhere.example" })).status).toBe(201);
});

test("it has no Idempotency-Key: what is told twice comes to the handler twice", async () => {
  const headers = { "idempotency-key": "one" };
  expect((await tell(`${ROUTE}?business=twice`, "title=T", headers)).status).toBe(201);
  const again = await tell(`${ROUTE}?business=twice`, "title=T", headers);
  expect([again.json?.["isNew"], again.headers["idempotency-replayed"]]).toEqual([false, undefined]);
});

test("other media types, compressed bodies, what is no text and what is too large are refused, signed or not", async () => {
  const target = `${ROUTE}?business=forms`;
  const told = async (body: string, headers: Readonly<Record<string, string>>) => {
    const { status, json } = await tell(target, body, headers);
    return [status, json?.["code"]];
  };
  expect(await told("title=T", { "content-type": "text/plain" })).toEqual([415, "unsupported_media_type"]);
  expect(await told("title=T", { "content-encoding": "gzip" })).toEqual([415, "unsupported_media_type"]);
  expect(await told(`title=${"x".repeat(4096)}`, {})).toEqual([413, "body_too_large"]);
  const bytes = await fetch(`${service.url}${target}`, {
    method: "POST",
    headers: { "content-type": FORM, "x-sample-signature": "x" },
    body: Buffer.from([0x74, 0xff]),
  });
  expect([bytes.status, await bytes.json()]).toEqual([400, expect.objectContaining({ code: "malformed_body" })]);
  expect(SIGNED_BODY_BYTES_MAX).toBe(65_536);
  expect(await titlesOf("forms")).toEqual([]);
});

test("what is genuine and in no known form is 400, and so is a parameter that is not declared", async () => {
  const unreadable = await tell(`${ROUTE}?business=b`, "tilte=T");
  expect([unreadable.status, unreadable.json?.["code"]]).toEqual([400, "unreadable_callback"]);
  const surprising = await tell(`${ROUTE}?business=b&surprising=1`, "title=T");
  expect([surprising.status, surprising.json]).toMatchObject([400, { details: [{ path: "query.surprising" }] }]);
});

test("wrong signatures use up the attempts of their address, and genuine ones still come through, from there as well", async () => {
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  const forge = () =>
    tell(`${ROUTE}?business=f`, "title=T", { ...from("203.0.113.9"), "x-sample-signature": "made up" });
  const statuses = await Promise.all(Array.from({ length: 300 }, forge)).then((all) => all.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = await forge();
  expect([refused.status, refused.json?.["code"]]).toEqual([429, "too_many_attempts"]);
  for (const ip of ["203.0.113.9", "203.0.113.10"])
    expect((await tell(`${ROUTE}?business=f`, "title=T", from(ip))).status).toBe(201);
});

test("a provider is counted as one, by a limit of its own and by no address", async () => {
  const reply = await tell(`${ROUTE}?business=limits`, "title=T");
  expect([reply.status, reply.headers["ratelimit-policy"]]).toEqual([201, '"callbacks";q=400;w=60']);
});
