/** The same checks over every endpoint: who may call it, what it takes, and what a repetition does. */
import { BODY_BYTES_MAX } from "../../infra/http/request-body";
import { answersAsOf, AS_OF_HEADER } from "../../infra/http/as-of";
import type { Endpoint } from "../../infra/http/endpoint";
import { isIdempotent } from "../../infra/http/once";
import { eventually } from "../support/eventually";
import type { Reply } from "../support/http-client";
import { type Check, errorOf, invalidAt } from "./check";
import { hasParams, otherBody, shoot } from "./requests";
import { signed, signedChecks } from "./signed-checks";
import type { Credentials, World } from "./world";

/** Consequences take no longer, and repetitions count against what the account may ask for. */
const SOON = { timeoutMs: 1_000 };

/** Runs every check over every endpoint that it concerns, against one running service. */
export function describeEndpointBattery(endpoints: readonly Endpoint[], makeWorld: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => void (world = await makeWorld()), 60_000);
  afterAll(() => world.close());

  describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s",
    (_route, endpoint) => {
      const concerned = checks.filter(({ concerns }) => concerns(endpoint));
      if (concerned.length === 0)
        test("is open to everyone and takes nothing", async () => {
          expect((await shoot(world, endpoint)).status).toBeLessThan(400);
        });
      for (const { name, run } of concerned) test(name, () => run(world, endpoint));
    },
  );
}

const guarded = ({ access }: Endpoint) => access.by !== "open";
const takesJson = ({ body }: Endpoint) => body !== undefined;
const example = (endpoint: Endpoint) => endpoint.example as Readonly<Record<string, unknown>>;

const checks: readonly Check[] = [
  {
    name: "without credentials it is 401",
    concerns: guarded,
    async run(world, endpoint) {
      const reply = await shoot(world, endpoint);
      expect([reply.status, reply.json]).toEqual([401, errorOf("unauthenticated")]);
    },
  },
  {
    name: "with credentials of nobody it is 401",
    concerns: guarded,
    async run(world, endpoint) {
      const reply = await shoot(world, endpoint, { credentials: world.strangerFor(endpoint) });
      expect([reply.status, reply.json]).toEqual([401, errorOf("unauthenticated")]);
    },
  },
  {
    name: "with credentials that were revoked it is 401",
    concerns: (endpoint) => guarded(endpoint) && !signed(endpoint),
    async run(world, endpoint) {
      const credentials = await world.callerFor(endpoint);
      expect((await shoot(world, endpoint, { credentials, query: { unknown: "1" } })).status).not.toBe(401);
      if (await world.revoke(credentials)) expect((await shoot(world, endpoint, { credentials })).status).toBe(401);
    },
  },
  {
    name: "an API key opens it as a bearer token as well",
    concerns: ({ access }) => access.by === "api_key",
    async run(world, endpoint) {
      const { "x-service-key": key = "" } = await world.callerFor(endpoint);
      const reply = await shoot(world, endpoint, {
        credentials: { authorization: `Bearer ${key}` },
        query: { unknown: "1" },
      });
      expect(reply.status).toBe(400);
    },
  },
  {
    name: "a key without its scope is 403 and is told which one",
    concerns: ({ access }) => access.scopes !== undefined,
    async run(world, endpoint) {
      const reply = await shoot(world, endpoint, { credentials: await world.callerFor(endpoint, { scopes: [] }) });
      expect([reply.status, reply.json]).toEqual([
        403,
        errorOf("insufficient_scope", { requiredScope: endpoint.access.scopes?.[0] }),
      ]);
    },
  },
  {
    name: "a plan below its own is 403 and is told which one",
    concerns: ({ access }) => access.plan !== undefined,
    async run(world, endpoint) {
      const { plan = "" } = endpoint.access;
      const ranks = Object.entries(world.planRank).filter(([, rank]) => rank < (world.planRank[plan] ?? 0));
      for (const [lower] of ranks) {
        const reply = await shoot(world, endpoint, { credentials: await world.callerFor(endpoint, { plan: lower }) });
        expect([reply.status, reply.json]).toEqual([403, errorOf("insufficient_plan", { requiredPlan: plan })]);
      }
    },
  },
  {
    name: "a session of no administrator is 403",
    concerns: ({ access }) => access.by === "admin" || access.by === "collector",
    async run(world, endpoint) {
      const reply = await shoot(world, endpoint, { credentials: await world.callerFor(endpoint, { admin: false }) });
      expect([reply.status, reply.json]).toEqual([403, errorOf("admin_only")]);
    },
  },
  {
    name: "who asks for a page and may not have it gets the one for them, with the status of the error",
    concerns: ({ turnedAway }) => turnedAway !== undefined,
    async run(world, endpoint) {
      const headers = { accept: "text/html,application/xhtml+xml" };
      const shot = async (credentials: Credentials) => shoot(world, endpoint, { credentials, headers });
      const replies = [
        await shot(await world.callerFor(endpoint)),
        await shot({}),
        await shot(world.strangerFor(endpoint)),
        await shot(await world.callerFor(endpoint, { admin: false })),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 401, 401, 403]);
      for (const { headers: sent } of replies) expect(sent["content-type"]).toMatch(/^text\/html/);
      const [page, ...turnedAway] = replies.map(({ text }) => text);
      expect(new Set(turnedAway).size).toBe(1);
      expect(turnedAway).not.toContain(page);
    },
  },
  {
    name: "another tenant's ids are 404, as if they did not exist",
    concerns: (endpoint) =>
      hasParams(endpoint) && (endpoint.access.by === "api_key" || endpoint.access.by === "session"),
    async run(world, endpoint) {
      const { own, foreign } = await world.trespass(endpoint);
      const { credentials, query = {} } = own;
      const reply = await shoot(world, endpoint, { credentials, query, params: foreign });
      expect(reply.status).toBe(404);
      const absent = await shoot(world, endpoint, { credentials, query });
      expect([absent.status, absent.json?.["code"]]).toEqual([404, reply.json?.["code"]]);
    },
  },
  {
    name: "a browser on another site cannot make it write",
    concerns: ({ access, kind }) =>
      kind !== "query" && (access.by === "session" || access.by === "admin" || access.by === "collector"),
    async run(world, endpoint) {
      const credentials = await world.callerFor(endpoint, { admin: endpoint.access.by !== "session" });
      if (credentials["cookie"] === undefined) return;
      const reply = await shoot(world, endpoint, { credentials, headers: { origin: "https://elsewhere.example" } });
      expect([reply.status, reply.json]).toEqual([403, errorOf("origin_not_allowed")]);
    },
  },
  {
    name: "a query parameter that it does not know is 400 and named",
    concerns: (endpoint) => !signed(endpoint),
    async run(world, endpoint) {
      const credentials = guarded(endpoint) ? await world.callerFor(endpoint) : {};
      const reply = await shoot(world, endpoint, { credentials, query: { surprising: "1" } });
      expect([reply.status, reply.json]).toEqual([400, invalidAt("query.surprising")]);
    },
  },
  {
    name: "as of this moment it answers as ever, and says up to which position it tells",
    concerns: answersAsOf,
    async run(world, endpoint) {
      const reading = await world.reading(endpoint);
      const asOf = (moment: string) =>
        shoot(world, endpoint, { ...reading, query: { ...reading.query, asOf: moment } });
      // What was asked for on the way here may still have its consequences.
      await eventually(async () => {
        const then = await asOf(world.now().toISOString());
        const position = String(then.headers[AS_OF_HEADER]);
        const ever = await shoot(world, endpoint, { ...reading, headers: { "x-service-min-position": position } });
        expect([then.status, told(then), then.headers["etag"]]).toEqual([200, told(ever), ever.headers["etag"]]);
        expect(told(await asOf(position))).toBe(told(ever));
      }, SOON);
    },
  },
  {
    name: "as of what is no moment, or of one ahead, it is 400 and named",
    concerns: answersAsOf,
    async run(world, endpoint) {
      const reading = await world.reading(endpoint);
      for (const asOf of ["yesterday", "", "-1", "2026-02-30T00:00:00Z", "2199-01-01T00:00:00Z", "9007199254740991"]) {
        const reply = await shoot(world, endpoint, { ...reading, query: { ...reading.query, asOf } });
        expect([asOf, reply.status, reply.json]).toEqual([asOf, 400, invalidAt("query.asOf")]);
      }
    },
  },
  {
    name: "it tells why there is no past to be had from it",
    concerns: ({ presentOnly }) => presentOnly !== undefined,
    async run(world, endpoint) {
      const credentials = await world.callerFor(endpoint);
      const reply = await shoot(world, endpoint, { credentials, query: { asOf: world.now().toISOString() } });
      expect([reply.status, reply.json]).toEqual([400, errorOf("as_of_not_offered")]);
      expect(reply.json?.["error"]).toContain(endpoint.presentOnly);
    },
  },
  ...signedChecks,
  {
    name: "a body that is no JSON is 400",
    concerns: takesJson,
    async run(world, endpoint) {
      const reply = await shoot(world, endpoint, { ...(await caller(world, endpoint)), body: '{"cut' });
      expect([reply.status, reply.json]).toEqual([400, errorOf("malformed_json")]);
    },
  },
  {
    name: "a body of another media type is 415",
    concerns: takesJson,
    async run(world, endpoint) {
      const headers = { "content-type": "text/plain" };
      const reply = await shoot(world, endpoint, { ...(await caller(world, endpoint)), headers });
      expect([reply.status, reply.json]).toEqual([415, errorOf("unsupported_media_type")]);
    },
  },
  {
    name: "a body that is too large is 413",
    concerns: takesJson,
    async run(world, endpoint) {
      const body = `{"a":"${"x".repeat(endpoint.bodyBytesMax ?? BODY_BYTES_MAX)}"}`;
      const reply = await shoot(world, endpoint, { ...(await caller(world, endpoint)), body });
      expect([reply.status, reply.json]).toEqual([413, errorOf("body_too_large")]);
    },
  },
  {
    name: "members that it does not know, or that nobody may send, are 400 and named",
    concerns: takesJson,
    async run(world, endpoint) {
      const who = await caller(world, endpoint);
      const unknown = await shoot(world, endpoint, { ...who, body: { ...example(endpoint), surprising: 1 } });
      expect([unknown.status, unknown.json]).toEqual([400, invalidAt("surprising")]);
      const members = JSON.stringify(example(endpoint)).slice(1, -1);
      const polluted = `{"__proto__":{}${members === "" ? "" : `,${members}`}}`;
      expect((await shoot(world, endpoint, { ...who, body: polluted })).json).toEqual(invalidAt("__proto__"));
    },
  },
  {
    name: "the same Idempotency-Key gives the first answer again, and refuses another request",
    concerns: isIdempotent,
    async run(world, endpoint) {
      const ready = await world.ready(endpoint);
      const body = ready.body ?? endpoint.example;
      const headers = { "idempotency-key": `battery-${endpoint.id}` };
      const first = await shoot(world, endpoint, { ...ready, headers });
      const again = await shoot(world, endpoint, { ...ready, headers });
      expect([first.status, first.headers["idempotency-replayed"]]).toEqual([endpoint.responds.status, undefined]);
      expect([again.status, again.text, again.headers["idempotency-replayed"]]).toEqual([
        first.status,
        first.text,
        "true",
      ]);
      const changed = endpoint.body === undefined ? undefined : otherBody(endpoint, body);
      if (changed === undefined) return;
      const other = await shoot(world, endpoint, { ...ready, body: changed, headers });
      expect([other.status, other.json]).toEqual([422, errorOf("idempotency_key_reused")]);
    },
  },
];

/** What an answer tells, to the letter. A receipt tells of the one request as well, and its digest of all the rest. */
const told = ({ text }: Reply): string =>
  text.replace(/("_receipt":\{)"request_id":"[^"]+","timestamp":"[^"]+",("sha256":"[0-9a-f]{64}"\})/, "$1$2");

async function caller(world: World, endpoint: Endpoint) {
  return guarded(endpoint) ? { credentials: await world.callerFor(endpoint) } : {};
}
