/** A phase that does not end ends the run, with a sentence that names it. */
import { createPhases, Hung } from "./phases";

const never = (): Promise<void> => new Promise(() => undefined);

test("a phase that does not end within its time is told by its name, with what of it was still open", async () => {
  const hung = createPhases().pass("the last answers", 20, never, () => ["tenant-2", "the editor"]);
  await expect(hung).rejects.toThrow(Hung);
  await expect(hung).rejects.toThrow(/hung in its phase "the last answers".* Not ended: tenant-2, the editor\./);
});

test("a phase that ends gives what it made, and how long it took is kept, also of one that fails", async () => {
  const phases = createPhases();
  expect(await phases.pass("the start", 1_000, async () => 7)).toBe(7);
  await expect(phases.pass("the load", 1_000, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(phases.took.map(({ name }) => name)).toEqual(["the start", "the load"]);
});
