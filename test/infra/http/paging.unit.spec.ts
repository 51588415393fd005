/** A mark of a page leads on in the log that it is of, and nowhere else. */
import { z } from "zod";
import { createCursors } from "../../../infra/http/paging";
import { TestClock } from "../../support/test-clock";

const key = Buffer.alloc(32, 1);
const clock = new TestClock();
const cursorsAfter = (moves: number) => createCursors(key, clock, moves).bind(["list-things", "account"]);

test("a cursor from before the log moved is refused as one that was never given, also after it came back", () => {
  const cursor = cursorsAfter(1).sign(7);
  expect(cursorsAfter(1).parse(z.number(), cursor)).toBe(7);
  for (const moves of [0, 2, 3]) {
    let refused: unknown;
    try {
      cursorsAfter(moves).parse(z.number(), cursor);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ status: 400, members: { details: [{ path: "query.cursor" }] } });
  }
});

test("a mark that names more than a position is read in any log, and told from one of this log", () => {
  const cursor = cursorsAfter(1).sign({ id: "a", position: 7 });
  const schema = z.strictObject({ id: z.string(), position: z.number() });
  const mark = { id: "a", position: 7 };
  expect(cursorsAfter(1).parseLasting(schema, cursor)).toEqual({ mark, isOfThisLog: true });
  expect(cursorsAfter(2).parseLasting(schema, cursor)).toEqual({ mark, isOfThisLog: false });
  expect(createCursors(key, clock, 1).bind(["list-things", "another"]).parseLasting(schema, cursor)).toBeUndefined();
  expect(cursorsAfter(1).parseLasting(schema, `${cursor}x`)).toBeUndefined();
});
