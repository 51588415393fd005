/** What may happen in a conversation: it opens, closes and is read, and only what is given and differs changes. */
import { changeConversation, conversationOf, conversations, hasOptedOut } from "../../domain/conversations";
import { customerOptedOut, messageQueued, messageReceived, opened, ofConversation, PHONE } from "./conversing";
import { given } from "../support/given";

const unknown = "conversation_not_found";

describe("a conversation", () => {
  it("is closed and open again, each once", () => {
    const open = given(conversations, [opened()]);
    open
      .when(changeConversation("c1", { status: "closed" }))
      .then([{ type: "ConversationClosed", data: ofConversation }])
      .repeatsNothing();
    given(conversations, [opened(), { type: "ConversationClosed", data: ofConversation }])
      .when(changeConversation("c1", { status: "open" }))
      .then([{ type: "ConversationReopened", data: ofConversation }])
      .repeatsNothing();
    open.when(changeConversation("c1", { status: "open" })).then([]);
  });

  it("is read where something was not", () => {
    const read = changeConversation("c1", { read: true });
    given(conversations, [opened(), messageReceived("m1")])
      .when(read)
      .then([{ type: "ConversationRead", data: ofConversation }])
      .repeatsNothing();
    given(conversations, [opened(), messageQueued("m1")])
      .when(read)
      .then([]);
  });

  it("takes on the customer's name, and lets go of it", () => {
    const named = given(conversations, [opened()])
      .when(changeConversation("c1", { customerName: "Ada" }))
      .then([{ type: "CustomerNamed", data: { ...ofConversation, customerName: "Ada" } }]);
    named.repeatsNothing();
    given(conversations, [opened({ customerName: "Ada" })])
      .when(changeConversation("c1", { customerName: null }))
      .then([{ type: "CustomerNamed", data: { ...ofConversation, customerName: null } }])
      .repeatsNothing();
  });

  it("changes in all that is given at once", () => {
    given(conversations, [opened(), messageReceived("m1")])
      .when(changeConversation("c1", { status: "closed", read: true, customerName: "Ada" }))
      .then([
        { type: "CustomerNamed", data: { ...ofConversation, customerName: "Ada" } },
        { type: "ConversationRead", data: ofConversation },
        { type: "ConversationClosed", data: ofConversation },
      ])
      .repeatsNothing();
  });

  it("that is not there cannot be changed", () => {
    given(conversations, [])
      .when(changeConversation("c1", { read: true }))
      .thenRefused(unknown);
    given(conversations, [opened()])
      .when(changeConversation("c2", { read: true }))
      .thenRefused(unknown);
  });

  it("of a customer with another number of the business tells that they opted out there", () => {
    const { state } = given(conversations, [
      opened(),
      customerOptedOut(["c1"]),
      opened({ conversationId: "c2", phoneNumberId: "n2", optedOut: true }),
    ]);
    expect(hasOptedOut(state, PHONE)).toBe(true);
    expect(conversationOf(state, "c2")).toMatchObject({ phoneNumberId: "n2", status: "open", unread: 0 });
  });
});
