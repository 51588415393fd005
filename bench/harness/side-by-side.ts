/** Much of the same, some at a time. */

const SIDE_BY_SIDE = 64;

/** Works through the numbers below `count`, so many at a time. */
export async function sideBySide(
  count: number,
  work: (at: number) => Promise<void>,
  width = SIDE_BY_SIDE,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
