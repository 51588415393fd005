/** Works many items at once, and those of one lane one after another, in the order in which they came. */

export interface Lanes<Item> {
  add(lane: string, item: Item): void;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

/** `work` must not reject. */
export function createLanes<Item>(atOnceMax: number, work: (item: Item) => Promise<void>): Lanes<Item> {
  /** Behind the one that is under way or ready. */
  const behind = new Map<string, Item[]>();
  const ready: { readonly lane: string; readonly item: Item }[] = [];
  let underWay = 0;
  let idlers: (() => void)[] = [];

  function begin(): void {
    for (let next = ready[0]; next !== undefined && underWay < atOnceMax; next = ready[0]) {
      ready.shift();
      underWay += 1;
      void end(next.lane, work(next.item));
    }
  }
  async function end(lane: string, working: Promise<void>): Promise<void> {
    await working;
    underWay -= 1;
    const next = behind.get(lane)?.shift();
    if (next === undefined) behind.delete(lane);
    else ready.push({ lane, item: next });
    begin();
    if (underWay > 0) return;
    for (const idle of idlers) idle();
    idlers = [];
  }
  return {
    add(lane, item) {
      const queue = behind.get(lane);
      if (queue !== undefined) {
        queue.push(item);
        return;
      }
      behind.set(lane, []);
      ready.push({ lane, item });
      begin();
    },
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}
