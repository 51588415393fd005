/** The feed of events for those who ask: the same as the webhooks', in order, without a gap, and gone with the business. */
import type { Answer, paths } from "local-business-intelligence-client";
import { asking, expectStatus, type KeyClient } from "../support/api";
import { eventually } from "../support/eventually";
import { arrived, describeWebhooks, rate, receiving, register, track } from "./webhook-bench";
import { settled } from "./settled";

const EVENTS = "/api/v1/events";
type Told = Answer<typeof EVENTS, "get">["data"][number];
type Asked = paths[typeof EVENTS]["get"]["parameters"]["query"];

const pageOf = ({ v1 }: KeyClient, query: Asked = {}) => v1.get(EVENTS, asking(query));

/** As a poller reads it: from page to page until there is no more at once. */
async function poll({ v1 }: KeyClient, query: Asked = {}) {
  const all: Told[] = [];
  let cursor = query.after;
  for await (const { data, nextCursor } of v1.pages(EVENTS, asking(query))) {
    all.push(...data);
    cursor = nextCursor;
  }
  return { all, cursor };
}

describeWebhooks((running) => {
  test("what is read in the feed is what webhooks tell, under the same ids and with the same data", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "fed");
    const hook = await register(tenant.api, ["competitor.rating_change", "alert.created", "api_key.suspended"]);
    await rate(running, "fed", 4, 3, 5);
    const other = await running.api.createKey(tenant.browser);
    const admin = await running.api.admin();
    expectStatus(await admin.post(`/api/admin/api-keys/${other.keyId}/suspend`, { reason: "Too loud" }), 200);
    await arrived(hook.path, 5);
    await settled(running.service);
    const { all } = await poll(tenant.api);
    const sent = [...receiving.bodiesAt(hook.path)].sort((one, two) => (one.sequence ?? 0) - (two.sequence ?? 0));
    expect(all).toEqual(sent.map(({ sequence: _, previousDigest: __, ...same }) => same));
    expect(all.map(({ type }) => type)).toEqual([
      "competitor.rating_change",
      "alert.created",
      "competitor.rating_change",
      "alert.created",
      "api_key.suspended",
    ]);
    expect(all.at(-1)).toMatchObject({ businessId: null, data: { keyId: other.keyId, reason: "Too loud" } });
  });

  test("a poller that keeps its place reads everything once, whatever comes meanwhile and however small its pages are", async () => {
    const tenant = await running.api.tenant();
    expect(await pageOf(tenant.api)).toMatchObject({ data: [], hasMore: false });
    await track(tenant, "polled");
    const ratings = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 4 : 3));
    const writing = rate(running, "polled", ...ratings);
    const read: Told[] = [];
    let after: string | undefined = (await pageOf(tenant.api)).nextCursor;
    await eventually(async () => {
      const { all, cursor } = await poll(tenant.api, { after, limit: 3 });
      read.push(...all);
      after = cursor;
      expect(read).toHaveLength(22);
    });
    await writing;
    expect(read).toEqual((await poll(tenant.api)).all);
    expect(new Set(read.map(({ id }) => id)).size).toBe(22);
    const positions = read.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((one, two) => one - two));
    expect(await poll(tenant.api, { after })).toMatchObject({ all: [] });
  });

  test("of some types only those are read, and the place that is kept passes the others over", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "chosen");
    await rate(running, "chosen", 4, 3, 4);
    await settled(running.service);
    const types = "alert.created, api_key.suspended";
    const { all, cursor } = await poll(tenant.api, { types, limit: 1 });
    expect(all.map(({ type }) => type)).toEqual(["alert.created", "alert.created"]);
    await rate(running, "chosen", 5);
    await settled(running.service);
    expect((await poll(tenant.api, { after: cursor })).all.map(({ type }) => type)).toEqual([
      "competitor.rating_change",
      "alert.created",
    ]);
    const none = await pageOf(tenant.api, { types: "api_key.suspended" });
    expect(await pageOf(tenant.api, { after: none.nextCursor })).toMatchObject({ data: [], hasMore: false });
    const unknown = await tenant.api.get("/api/v1/events?types=nothing.happened");
    expect([unknown.status, unknown.json?.["code"]]).toEqual([400, "invalid_request"]);
  });

  test("a place in one account's feed is no place in another's, and a changed one is none at all", async () => {
    const [one, two] = [await running.api.tenant(), await running.api.tenant()];
    const { nextCursor } = await pageOf(one.api);
    for (const reply of [
      await two.api.get(`/api/v1/events?after=${nextCursor}`),
      await one.api.get(`/api/v1/events?after=x${nextCursor}`),
    ])
      expect(expectStatus(reply, 400)).toMatchObject({ details: [{ path: "query.after" }] });
  });

  test("what was told of a business goes with it, what was told of its account stays, and kept places still hold", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "erased-feed");
    await rate(running, "erased-feed", 4, 3);
    const other = await running.api.createKey(tenant.browser);
    const admin = await running.api.admin();
    expectStatus(await admin.post(`/api/admin/api-keys/${other.keyId}/suspend`, { reason: "Too loud" }), 200);
    await settled(running.service);
    const { nextCursor: after } = await pageOf(tenant.api, { limit: 1 });
    expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/erasure`, { reason: "Asked for" }), 202);
    await settled(running.service);
    const left = await pageOf(tenant.api);
    expect(left.data.map(({ type, businessId }) => [type, businessId])).toEqual([["api_key.suspended", null]]);
    expect((await pageOf(tenant.api, { after })).data).toEqual(left.data);
  });
});
