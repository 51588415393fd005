import { linesOf } from "../../../commands/observations/ndjson-lines";
import { takeIn, type Take } from "../../../commands/observations/observation-intake";

const line = (id: string, placeId = "p1", more: object = {}) =>
  JSON.stringify({ id, placeId, observedAt: "2026-01-01T12:00:00Z", source: "maps", ...more });
async function* from<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}
const always: Take = () => Promise.resolve({ changed: true, position: 1 });
const collected = async (chunks: readonly (string | Buffer)[]) => {
  const lines: string[] = [];
  for await (const one of linesOf(from(chunks))) lines.push(one);
  return lines;
};

describe("taking in observations", () => {
  it("asks for them in the order of the lines, never more than 256 at a time", async () => {
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    let most = 0;
    const take: Take = ({ id }) => {
      asked.push(id);
      // Lines come in microtasks: all that may be asked for is, before the first is answered.
      if (waiting.length === 0) setImmediate(() => waiting.splice(0).forEach((answer) => answer()));
      return new Promise((resolve) => {
        waiting.push(() => resolve({ changed: true, position: asked.length }));
        most = Math.max(most, waiting.length);
      });
    };
    const ids = Array.from({ length: 600 }, (_, index) => `o${index}`);
    const report = await takeIn(from(ids.map((id) => line(id))), take);
    expect(asked).toEqual(ids);
    expect(most).toBe(256);
    expect(report).toMatchObject({ received: 600, changed: 600, rejected: 0, position: 600 });
  });

  it("counts what said something new and what did not, and tells of every line as it ends", async () => {
    const heard: number[] = [];
    const take: Take = ({ id }) => Promise.resolve({ changed: id === "a", position: id === "a" ? 7 : 3 });
    const report = await takeIn(from([line("a"), "", "  ", line("b")]), take, ({ changed, unchanged }) =>
      heard.push(changed + unchanged),
    );
    expect(report).toMatchObject({ received: 2, changed: 1, unchanged: 1, position: 7 });
    expect(heard).toEqual([1, 2]);
  });

  it("reports an observation that is refused by its line and field, and takes the others", async () => {
    const why = { path: "observedAt", message: "Lies in the future." };
    const take: Take = ({ id }) => Promise.resolve(id === "b" ? { why } : { changed: true, position: 4 });
    const report = await takeIn(from([line("a"), line("b"), line("c")]), take);
    expect(report).toMatchObject({ received: 3, changed: 2, rejected: 1, position: 4 });
    expect(report.rejections).toEqual([{ line: 2, id: "b", why: [why] }]);
  });

  it("rejects each bad line by its number with the fields at fault, and takes the others", async () => {
    const bad = [
      line("a"),
      "{",
      line("b", "p1", { listing: { rating: 6, colour: "red" } }),
      "",
      line("c", "p1", { source: "\u0000" }),
      line("d").replace("maps", "\\ud800"),
      line("e").replace("{", '{"id":"x",'),
      "null",
      line("f", "p1", { listing: { reviewCount: 3_000_000_000 } }),
    ];
    const { rejections, ...report } = await takeIn(from(bad), always);
    expect(report).toMatchObject({ received: 8, changed: 1, rejected: 7 });
    expect(rejections.map(({ line: at, id, why }) => [at, id, why.map(({ path }) => path)])).toEqual([
      [2, null, [""]],
      [3, "b", ["listing.rating", "listing"]],
      [5, null, ["source"]],
      [6, null, ["source"]],
      [7, null, ["id"]],
      [8, null, [""]],
      [9, "f", ["listing.reviewCount"]],
    ]);
  });

  it("shows the first hundred rejections and counts all", async () => {
    const report = await takeIn(from(Array.from({ length: 150 }, () => "{")), always);
    expect(report.rejections).toHaveLength(100);
    expect(report.rejected).toBe(150);
  });

  it("fails when one cannot be decided, after those under way have ended, and asks for no more", async () => {
    const ended: string[] = [];
    const take: Take = async ({ id }) => {
      if (id === "b") throw new Error("The log is away.");
      await Promise.resolve();
      ended.push(id);
      return { changed: true, position: 1 };
    };
    await expect(takeIn(from([line("a"), line("b"), line("c"), line("d"), line("e")]), take)).rejects.toThrow(
      "The log is away.",
    );
    expect(ended).not.toContain("e");
  });

  it("fails when the lines end badly, only after those under way have ended", async () => {
    let ended = false;
    const take: Take = async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      ended = true;
      return { changed: true, position: 1 };
    };
    async function* broken() {
      yield await Promise.resolve(line("a"));
      throw new Error("The connection broke.");
    }
    await expect(takeIn(broken(), take)).rejects.toThrow("The connection broke.");
    expect(ended).toBe(true);
  });
});

describe("the lines of a stream", () => {
  it("are whole, however the bytes were cut, also within a character", async () => {
    const bytes = Buffer.from("Bjørvika\nÅ\n\nlast");
    expect(await collected([...bytes].map((byte) => Buffer.from([byte])))).toEqual(["Bjørvika", "Å", "", "last"]);
    expect(await collected(["a\n"])).toEqual(["a"]);
  });

  it("are 4 MiB long at most, counted in bytes, in one piece, in many and at the end", async () => {
    const longest = "x".repeat(4 * 1024 * 1024);
    expect(await collected([`${longest}\nb`])).toEqual([longest, "b"]);
    const tooLong = { status: 413, code: "line_too_long" };
    await expect(collected([`${longest}x\n`])).rejects.toMatchObject(tooLong);
    await expect(collected([longest, "x"])).rejects.toMatchObject(tooLong);
    await expect(collected([`${"ø".repeat(2 * 1024 * 1024)}x\n`])).rejects.toMatchObject(tooLong);
  });
});
