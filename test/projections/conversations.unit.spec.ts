/** Tables `conversations` and `messages`: whatever happens in whatever order, their rows are what a plain list of facts says. */
import fc from "fast-check";
import type { ConversationEvent } from "../../domain/conversations";
import { conversationsTable } from "../../projections/conversations";
import { messagesTable } from "../../projections/messages";
import { instantOf, rowsAfter } from "../support/rows-after";

type Type = ConversationEvent["type"];
type DataOf<T extends Type> = Extract<ConversationEvent, { type: T }>["data"];

const CONVERSATIONS = ["c1", "c2", "c3"];
/** The first two are with the same customer, at two numbers. */
const customerOf = (conversationId: string): string => (conversationId === "c3" ? "+14155550102" : "+14155550101");
const withCustomer = (customerPhone: string) => CONVERSATIONS.filter((id) => customerOf(id) === customerPhone);

const make: { readonly [T in Type]: (conversationId: string, message: number) => DataOf<T> } = {
  ConversationOpened: (conversationId) => ({
    ...owned(conversationId),
    phoneNumberId: `number of ${conversationId}`,
    provider: conversationId === "c3" ? "twilio" : "sandbox",
    channel: "sms",
    customerPhone: customerOf(conversationId),
    customerName: null,
    openedBy: "customer",
    optedOut: false,
  }),
  ConversationReopened: (id) => owned(id),
  ConversationClosed: (id) => owned(id),
  ConversationRead: (id) => owned(id),
  CustomerNamed: (id, message) => ({ ...owned(id), customerName: message % 2 === 0 ? null : `name ${message}` }),
  MessageReceived: (id, message) => ({
    ...ofMessage(id, message),
    providerMessageId: `p${message}`,
    body: `received ${message}`,
    mediaCount: message,
  }),
  MessageQueued: (id, message) => ({
    ...ofMessage(id, message),
    body: `queued ${message}`,
    automatic: message % 2 === 0,
    queuedAt: instantOf(0),
  }),
  MessageSent: (id, message) => ({ ...ofMessage(id, message), providerMessageId: `p${message}` }),
  MessageDelivered: (id, message) => ofMessage(id, message),
  MessageFailed: (id, message) => ({ ...ofMessage(id, message), reason: "undelivered", code: "30003" }),
  CustomerOptedOut: (id) => opted(id),
  CustomerOptedIn: (id) => opted(id),
};

function owned(conversationId: string) {
  return { businessId: "b1", accountId: "a1", conversationId };
}
function ofMessage(conversationId: string, message: number) {
  return { ...owned(conversationId), messageId: `m${message}` };
}
function opted(conversationId: string) {
  const customerPhone = customerOf(conversationId);
  return { ...owned(conversationId), customerPhone, conversationIds: withCustomer(customerPhone) };
}

const events = fc.array(
  fc
    .record({
      type: fc.constantFrom(...(Object.keys(make) as Type[])),
      conversationId: fc.constantFrom(...CONVERSATIONS),
      message: fc.nat(2),
    })
    .map(
      ({ type, conversationId, message }) => ({ type, data: make[type](conversationId, message) }) as ConversationEvent,
    ),
  { maxLength: 60, size: "max" },
);

/** Looks at the whole history anew for each fact: the last event that matters decides it. */
function expectedConversations(history: readonly ConversationEvent[]) {
  return CONVERSATIONS.flatMap((id) => {
    const all = history.map((event, index) => ({ event, index }));
    const opening = all.filter(({ event }) => event.type === "ConversationOpened" && event.data.conversationId === id);
    const opened = opening.at(-1);
    if (opened === undefined) return [];
    const since = all.slice(opened.index);
    const own = since.filter(({ event }) => event.data.conversationId === id);
    const last = (...types: Type[]) => own.findLast(({ event }) => types.includes(event.type));
    const data = opened.event.data as DataOf<"ConversationOpened">;
    const written = last("MessageReceived", "MessageQueued", "ConversationOpened")?.index ?? -1;
    const read = last("ConversationRead")?.index ?? -1;
    const wish = since.findLast(
      ({ event }) =>
        (event.type === "CustomerOptedOut" || event.type === "CustomerOptedIn") &&
        event.data.conversationIds.includes(id),
    );
    const named = last("CustomerNamed")?.event.data as DataOf<"CustomerNamed"> | undefined;
    return [
      {
        conversation_id: id,
        business_id: "b1",
        phone_number_id: data.phoneNumberId,
        provider: data.provider,
        channel: "sms",
        customer_phone: data.customerPhone,
        customer_name: named?.customerName ?? null,
        status:
          last("ConversationClosed", "ConversationReopened")?.event.type === "ConversationClosed" ? "closed" : "open",
        unread_count: own.filter(({ event, index }) => event.type === "MessageReceived" && index > read).length,
        opted_out: wish?.event.type === "CustomerOptedOut",
        created_at: instantOf(opened.index),
        opened_position: opened.index + 1,
        last_message_at: instantOf(written),
        position: written + 1,
      },
    ];
  });
}

const written = (event: ConversationEvent): event is Extract<ConversationEvent, { data: { body: string } }> =>
  event.type === "MessageReceived" || event.type === "MessageQueued";

function expectedMessages(history: readonly ConversationEvent[]) {
  const firsts = new Map<string, number>();
  for (const [index, event] of history.entries())
    if (written(event)) firsts.set(`${event.data.conversationId} ${event.data.messageId}`, index);
  return [...firsts.values()].flatMap((index) => {
    const event = history[index];
    if (event === undefined || !written(event)) return [];
    const { conversationId, messageId, body } = event.data;
    const of = history
      .slice(index + 1)
      .filter(
        ({ data }) => "messageId" in data && data.messageId === messageId && data.conversationId === conversationId,
      );
    const fate = of.at(-1)?.type;
    // What arrived after all has not failed.
    const ended = of.findLast(({ type }) => type === "MessageFailed" || type === "MessageDelivered");
    const failure = ended?.type === "MessageFailed" ? ended.data : undefined;
    const inbound = event.type === "MessageReceived";
    const status = { MessageSent: "sent", MessageDelivered: "delivered", MessageFailed: "failed" }[fate as string];
    return [
      {
        conversation_id: conversationId,
        message_id: messageId,
        business_id: "b1",
        direction: inbound ? "inbound" : "outbound",
        body,
        status: status ?? (inbound ? "received" : "queued"),
        failure_reason: failure?.reason ?? null,
        failure_code: failure?.code ?? null,
        automatic: inbound ? false : event.data.automatic,
        media_count: inbound ? event.data.mediaCount : 0,
        created_at: instantOf(index),
        position: index + 1,
      },
    ];
  });
}

const byKey = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = (row: Readonly<Record<string, unknown>>) =>
  `${String(row["conversation_id"])} ${String(row["message_id"])}`;

test("conversations are what was last said of each, and count what was received since they were read", () => {
  fc.assert(
    fc.property(events, (history) => {
      expect(byKey(rowsAfter(conversationsTable, history))).toEqual(byKey(expectedConversations(history)));
    }),
  );
});

test("messages are as they were written, and as far as was last told of each", () => {
  fc.assert(
    fc.property(events, (history) => {
      expect(byKey(rowsAfter(messagesTable, history))).toEqual(byKey(expectedMessages(history)));
    }),
  );
});

test("who wants to hear no more does so in all conversations with the business, and in nobody else's", () => {
  const opening = CONVERSATIONS.map((id): ConversationEvent => ({
    type: "ConversationOpened",
    data: make.ConversationOpened(id, 0),
  }));
  const rows = rowsAfter(conversationsTable, [...opening, { type: "CustomerOptedOut", data: opted("c1") }]);
  expect(rows.map(({ conversation_id: id, opted_out: out }) => [id, out])).toEqual([
    ["c1", true],
    ["c2", true],
    ["c3", false],
  ]);
});
