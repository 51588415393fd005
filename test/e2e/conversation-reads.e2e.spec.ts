/** Conversations as they are read: on both surfaces, in pages that hold while messages come in, with counts over all of them. */
import { createHash } from "node:crypto";
import { isReceiptOf } from "local-business-intelligence-client";
import { conversations, type ConversationEvent } from "../../domain/conversations";
import { canonicalJson } from "../../domain/fold/event-digest";
import { messageQueued, messageReceived, opened } from "../domain/conversing";
import { asking, createApi, expectStatus, nextPage, type Api, type Tenant } from "../support/api";
import { startTestService, type TestService } from "../support/service";
import { haveConversation } from "../support/texting";
import { settled } from "./settled";

interface Listed {
  readonly conversations: readonly { readonly id: string; readonly unreadCount: number }[];
  readonly stats: { readonly total: number; readonly open: number; readonly unread: number };
  readonly nextCursor: string | null;
  readonly sandbox: boolean;
}

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
}, 60_000);
afterAll(() => service.close());

/** What is told is told of this tenant's business. */
async function happens(tenant: Tenant, ...events: readonly ConversationEvent[]): Promise<void> {
  const { runner, ids } = service.running.engines;
  const { businessId, accountId } = tenant;
  const own = events.map(
    (event) => ({ ...event, data: { ...event.data, businessId, accountId } }) as ConversationEvent,
  );
  const actor = { kind: "provider", id: "sandbox" } as const;
  const context = { commandId: ids.next(), correlationId: "told", causationId: "told", actor, businessId };
  await runner.execute(conversations, businessId, () => own, context);
  await settled(service);
}
const begins = (conversationId: string): readonly ConversationEvent[] => [
  opened({ conversationId, customerPhone: `+1415555${conversationId.slice(-4)}` }),
  messageReceived(`first of ${conversationId}`, { conversationId }),
];
const of = (tenant: Tenant, name: string) => `${tenant.businessId}-${name}`;
const list = async (tenant: Tenant, query = ""): Promise<Listed> =>
  expectStatus(await tenant.browser.get(`/api/conversations${query}`), 200) as unknown as Listed;
const idsOf = ({ conversations: all }: Listed) => all.map(({ id }) => id);

test("pages show each conversation once, in the order of the first page, whatever is written meanwhile", async () => {
  const tenant = await api.tenant();
  const names = ["0001", "0002", "0003", "0004", "0005", "0006"].map((name) => of(tenant, name));
  await happens(tenant, ...names.flatMap(begins));
  const order = [...names].reverse();
  const first = await list(tenant, "?limit=2");
  expect(idsOf(first)).toEqual(order.slice(0, 2));
  // One that was shown, one that would come next, the very last one, and one that nobody knew.
  const written = [order[0], order[2], order[5]].map((id = "") =>
    messageReceived(`again in ${id}`, { conversationId: id }),
  );
  await happens(tenant, ...written, ...begins(of(tenant, "0007")));
  const second = await list(tenant, `?limit=2&${nextPage({ ...first }) ?? ""}`);
  expect(idsOf(second)).toEqual(order.slice(2, 4));
  await happens(tenant, messageQueued("answer", { conversationId: order[4] ?? "" }));
  const third = await list(tenant, `?limit=2&${nextPage({ ...second }) ?? ""}`);
  expect(idsOf(third)).toEqual(order.slice(4));
  expect(third.nextCursor).toBeNull();
  const anew = await list(tenant);
  expect(idsOf(anew).slice(0, 3)).toEqual([order[4], of(tenant, "0007"), order[5]]);
});

test("counts are those of the whole business, whichever page and status are asked for", async () => {
  const [tenant, other] = [await api.tenant(), await api.tenant()];
  const names = ["0001", "0002", "0003"].map((name) => of(tenant, name));
  const [one = "", two = ""] = names;
  const closed: ConversationEvent = {
    type: "ConversationClosed",
    data: { businessId: "b1", accountId: "a1", conversationId: two },
  };
  await happens(tenant, ...names.flatMap(begins), messageReceived("more", { conversationId: one }), closed);
  await happens(other, ...begins(of(other, "0001")));
  const stats = { total: 3, open: 2, unread: 4 };
  const asked = ["?limit=1", "?status=open", "?status=closed", "?status=all"];
  const [page, open, shut, all] = await Promise.all(asked.map((query) => list(tenant, query)));
  for (const listed of [page, open, shut, all]) expect(listed).toMatchObject({ stats, sandbox: true });
  expect(idsOf(shut as Listed)).toEqual([two]);
  expect(idsOf(open as Listed)).toEqual([one, names[2]]);
  expect(idsOf(all as Listed)).toHaveLength(3);
});

test("the public API tells the specification's fields, with a receipt over what it told", async () => {
  const tenant = await api.tenant();
  const id = of(tenant, "0001");
  await happens(tenant, ...begins(id));
  const answer = await tenant.api.v1.get("/api/v1/conversations", asking({ status: "open" }));
  expect(isReceiptOf(answer)).toBe(true);
  const { _receipt, ...told } = answer;
  expect(told).toEqual({
    conversations: [
      {
        id,
        customerName: null,
        customerPhone: "+14155550001",
        channel: "sms",
        status: "open",
        lastMessageAt: expect.any(String) as string,
        unreadCount: 1,
        createdAt: expect.any(String) as string,
      },
    ],
    stats: { total: 1, open: 1, unread: 1 },
    nextCursor: null,
    sandbox: true,
  });
  expect(_receipt).toMatchObject({ sha256: createHash("sha256").update(canonicalJson(told)).digest("hex") });
});

test("messages are read from the newest to the oldest, in pages, and by their own business alone", async () => {
  const [tenant, other] = [await api.tenant(), await api.tenant()];
  const conversationId = of(tenant, "0001");
  const path = `/api/conversations/${conversationId}/messages`;
  await happens(tenant, ...begins(conversationId), messageQueued("second", { conversationId, body: "It is." }));
  const first = expectStatus(await tenant.browser.get(`${path}?limit=1`), 200);
  expect(first).toMatchObject({
    messages: [
      {
        ...{ id: "second", direction: "outbound", body: "It is.", automatic: false, status: "failed" },
        failure: { reason: "number_not_usable", code: null },
      },
    ],
    sandbox: true,
  });
  await happens(tenant, messageReceived("third", { conversationId }));
  const second = expectStatus(await tenant.browser.get(`${path}?limit=1&${nextPage(first) ?? ""}`), 200);
  expect(second).toMatchObject({
    messages: [{ id: `first of ${conversationId}`, direction: "inbound", status: "received", failure: null }],
    nextCursor: null,
  });
  expect(expectStatus(await other.browser.get(path), 404)).toMatchObject({ code: "conversation_not_found" });
});

test("what a customer's phone writes to a number of the stand-in is read as a conversation", async () => {
  const tenant = await api.tenant();
  const { id, phoneNumberId } = await haveConversation(api, tenant, "+14155550142");
  await settled(service);
  expect((await list(tenant)).conversations).toMatchObject([
    { id, phoneNumberId, customerPhone: "+14155550142", unreadCount: 1, optedOut: false, sandbox: true },
  ]);
  expect(expectStatus(await tenant.browser.get(`/api/conversations/${id}/messages`), 200)).toMatchObject({
    messages: [{ direction: "inbound", body: "Is my table ready?", status: "received" }],
  });
});
