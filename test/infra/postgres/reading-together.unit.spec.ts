/** Which reads share a statement, and what each learns when one fails. */
import { readingTogether } from "../../../infra/postgres/reading-together";

const nextTurn = () => new Promise((settle) => setImmediate(settle));
const connectionLoss = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

function setUp(answer: (asked: readonly number[]) => Promise<void> | void = () => undefined, limits: object = {}) {
  const statements: (readonly number[])[] = [];
  const ask = readingTogether<number, string>({
    ...limits,
    async read(asked) {
      statements.push(asked);
      await answer(asked);
      return asked.map((one) => `of ${one}`);
    },
  });
  return { ask, statements };
}

describe("reading together", () => {
  test("what is asked in one turn of the event loop is one statement, and each is given its own", async () => {
    const { ask, statements } = setUp();
    expect(await Promise.all([ask(1), ask(2), ask(1)])).toEqual(["of 1", "of 2", "of 1"]);
    expect(statements).toEqual([[1, 2, 1]]);
  });

  test("nothing is kept: what is asked later is read anew, also while the same is being read", async () => {
    const goOn: (() => void)[] = [];
    const { ask, statements } = setUp(() => new Promise<void>((resolve) => void goOn.push(resolve)));
    const first = ask(1);
    await nextTurn();
    const second = ask(1);
    await nextTurn();
    expect(statements).toEqual([[1], [1]]);
    for (const answered of goOn) answered();
    await Promise.all([first, second]);
  });

  test("so many statements at most are under way, and none asks for more than it may", async () => {
    const goOn: (() => void)[] = [];
    const { ask, statements } = setUp(() => new Promise<void>((resolve) => void goOn.push(resolve)), {
      togetherMax: 2,
      sideBySideMax: 1,
    });
    const all = Promise.all([1, 2, 3, 4, 5].map(ask));
    for (let answered = 1; answered <= 3; answered += 1) {
      await nextTurn();
      expect(statements).toHaveLength(answered);
      goOn[answered - 1]?.();
    }
    await all;
    expect(statements).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("what the database refuses is refused to those alone who asked for it", async () => {
    const { ask } = setUp((asked) => {
      if (asked.includes(2)) throw new Error("Refused.");
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("a lost connection is told to all, and not asked again for each", async () => {
    const { ask, statements } = setUp(() => {
      throw connectionLoss();
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(statements).toHaveLength(1);
  });
});
