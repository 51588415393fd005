/** The messages of each conversation go out one after another, in the order in which they were written; one that keeps failing is given up. */
import type { ConversationEvent } from "../domain/conversations";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** One instance per conversation: the messages that are yet to be sent. The words themselves stay in the log. */
export interface Unsent {
  readonly messageIds: readonly string[];
}

/** What both effects are asked. */
export interface SendIntent {
  readonly businessId: string;
  readonly messageId: string;
}

const perform = (effect: "send_sms" | "fail_sms", { businessId, messageId }: SendIntent): Intent => ({
  kind: "perform",
  effect,
  payload: { businessId, messageId },
});

export const smsMessages = processManager<ConversationEvent>()<Unsent>({
  name: "sms-messages",
  initial: { messageIds: [] },
  on: {
    MessageQueued: {
      instances: ({ data }) => data.conversationId,
      react: ({ messageIds }, { data }) => ({
        state: { messageIds: [...messageIds, data.messageId] },
        intents: [perform("send_sms", data)],
      }),
    },
  },
  /** Its business hears of every message how it ended. A conversation in which nothing is to be sent needs no instance. */
  onOutcome: (state, { payload, result }) => {
    const intent = payload as unknown as SendIntent;
    if ("gaveUp" in result) return { state, intents: [perform("fail_sms", intent)] };
    const messageIds = state.messageIds.filter((one) => one !== intent.messageId);
    return { state: messageIds.length === 0 ? null : { messageIds } };
  },
});
