/** What effects have in common: they end with whose stream was erased, fail with everything else, and write as their manager. */
import { StreamErasedError } from "../../infra/command-runner/stream-erased-error";
import type { EffectContext } from "../../infra/process-manager/process-manager";
import { commandedBy, unlessErased } from "../../processors/performing";

const context: EffectContext = {
  intentId: "i1",
  instance: "b1",
  position: 7,
  attempt: 1,
  correlationId: "r1",
  causationId: "c1",
  now: new Date("2026-03-01T12:00:00Z"),
  firstTriedAt: null,
  stillMine: () => Promise.resolve(true),
};
const throwing = (error: Error) => () => Promise.reject(error);

test("an effect gives what it performed, for the intent and in the context that it was given", async () => {
  const effect = unlessErased((intent: { readonly id: string }, given) => Promise.resolve([intent.id, given]));
  expect(await effect({ id: "a" }, context)).toEqual(["a", context]);
});

test("where the stream was erased meanwhile it is over, and says so where its manager wants to hear it", async () => {
  const erased = throwing(new StreamErasedError("chats-b1"));
  expect(await unlessErased(erased)({ id: "a" }, context)).toBeUndefined();
  const told = unlessErased(erased, ({ id }: { readonly id: string }) => ({ outcome: `erased ${id}` }));
  expect(await told({ id: "a" }, context)).toEqual({ outcome: "erased a" });
});

test("everything else that goes wrong is the engine's, which tries again", async () => {
  const effect = unlessErased(throwing(new Error("The log does not answer.")), () => ({ outcome: "erased" }));
  await expect(effect({}, context)).rejects.toThrow("The log does not answer.");
});

test("what is written is the manager's, under the intent's own id, and names a business where it is of one", () => {
  const command = { commandId: "i1", correlationId: "r1", causationId: "c1", actor: { kind: "system", id: "posts" } };
  expect(commandedBy("posts", context, "b1")).toEqual({ ...command, businessId: "b1" });
  expect(Object.keys(commandedBy("posts", context)).sort()).toEqual(Object.keys(command).sort());
});
