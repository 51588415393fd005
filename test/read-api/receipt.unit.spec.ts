/** A receipt can be checked by whoever has the answer, with nothing of ours. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { answerWith } from "../../infra/http/answers";
import { type Context, type Endpoint, query } from "../../infra/http/endpoint";
import type { HttpRequest } from "../../infra/http/message";
import { receipted } from "../../read-api/receipt";

const told = receipted(
  z.object({ text: z.string(), rating: z.number(), note: z.string().optional(), more: z.record(z.string(), z.json()) }),
);
const endpoint = query({
  id: "tell",
  method: "GET",
  path: "/tell",
  access: { surface: "v1", by: "open" },
  on: "none",
  area: "told",
  summary: "Tells.",
  responds: { status: 200, body: told.view },
  handle: async () => never(),
}) as Endpoint;
const never = () => Promise.reject(new Error("It is not called here."));

const body = {
  text: 'Grüße, "Ωmega" \\ / \u0007\u2028 \u{1f600}\n',
  rating: 4.1,
  note: undefined,
  secret: "undeclared",
  more: { "€": 1e21, "\u{1f600}": [1e-7, 0.5, null], ﬀ: true, b: { z: -0, a: [] }, a: 333333333.3333333, "1": 5e-324 },
};

/** What a client gets for its request at some time. */
function ask(requestId: string, at: string, headers: Readonly<Record<string, string>> = {}, more: object = {}) {
  const services = { clock: { now: () => new Date(at) } } as unknown as Context["services"];
  const answer = told.answer({ ...body, ...more }, { requestId, services });
  return answerWith(endpoint, { headers } as HttpRequest, answer, {}, false);
}

/** RFC 8785 as it is written there, by other means than ours. */
function canonical(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value === "string") {
    const short: Record<string, string> = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };
    const escaped = value
      .replace(/["\\]/g, "\\$&")
      .replace(/[\u0000-\u001f]/g, (one) => short[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return `"${escaped}"`;
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const units = (text: string) => Buffer.from(text, "utf16le").swap16();
  const names = Object.keys(value as object).sort((a, b) => Buffer.compare(units(a), units(b)));
  return `{${names.map((name) => `${canonical(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(",")}}`;
}

test("its digest is that of the canonical JSON of the answer without it", () => {
  const { body: text } = ask("request-1", "2026-03-01T09:30:00.000Z");
  const { _receipt, ...rest } = JSON.parse(text as string) as Record<string, unknown>;
  expect(rest).not.toHaveProperty("secret");
  expect(Object.keys(rest["more"] as object)).toHaveLength(6);
  const sha256 = createHash("sha256").update(canonical(rest), "utf8").digest("hex");
  expect(_receipt).toEqual({ request_id: "request-1", timestamp: "2026-03-01T09:30:00.000Z", sha256 });
});

test("numbers and members are written as RFC 8785 has them", () => {
  const { body: text } = ask("request-1", "2026-03-01T09:30:00.000Z");
  const { more } = JSON.parse(text as string) as { more: unknown };
  expect(canonical(more)).toBe(
    '{"1":5e-324,"a":333333333.3333333,"b":{"a":[],"z":0},"€":1e+21,"😀":[1e-7,0.5,null],"ﬀ":true}',
  );
});

test("what has not changed is 304, although its receipt would be another; what has changed is not", () => {
  const first = ask("request-1", "2026-03-01T09:30:00.000Z");
  const second = ask("request-2", "2026-03-01T09:30:01.000Z");
  expect(second.body).not.toBe(first.body);
  expect(second.headers["etag"]).toBe(first.headers["etag"]);
  const headers = { "if-none-match": String(first.headers["etag"]) };
  expect(ask("request-3", "2026-03-01T09:30:02.000Z", headers)).toMatchObject({ status: 304, body: undefined });
  expect(ask("request-4", "2026-03-01T09:30:02.000Z", headers, { rating: 4.2 })).toMatchObject({ status: 200 });
});
