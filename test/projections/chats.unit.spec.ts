/** Table `chats`: each question with what became of it, and no answer that is not kept. */
import type { ChatEvent } from "../../domain/chats";
import { chatsTable } from "../../projections/chats";
import { rowsAfter } from "../support/rows-after";

const [NOON, SOON] = ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:30.000Z"];
const ids = (questionId: string) => ({ businessId: "b1", accountId: "a1", questionId });
const asked = (id: string) =>
  ({
    type: "ChatAsked",
    data: { ...ids(id), context: "general", message: `${id}?`, askedAt: NOON, expiresAt: SOON },
  }) as const satisfies ChatEvent;
const answered = (id: string, message: string | null) =>
  ({
    type: "ChatAnswered",
    data: {
      ...{ ...ids(id), answerId: `w${id}`, message, provider: "any", model: null, tokens: null },
      answeredAt: SOON,
    },
  }) as const satisfies ChatEvent;
const failed = (id: string) =>
  ({ type: "ChatFailed", data: { ...ids(id), fault: "timed_out" } }) as const satisfies ChatEvent;

test("a question stands there from when it was asked, with its answer where that is kept", () => {
  const rows = rowsAfter(chatsTable, [
    ...[asked("q1"), answered("q1", "Yes."), asked("q2"), answered("q2", null)],
    ...[asked("q3"), failed("q3"), asked("q4")],
  ]);
  expect(rows.map((row) => [row["question"], row["answer"], row["fault"], row["answered_at"]])).toEqual([
    ["q1?", "Yes.", null, SOON],
    ["q2?", null, null, SOON],
    ["q3?", null, "timed_out", null],
    ["q4?", null, null, null],
  ]);
  expect(rows[0]).toMatchObject({ business_id: "b1", context: "general", answer_id: "wq1", provider: "any" });
});
