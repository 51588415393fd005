/** What the command line for auditors prints for people, and which words it takes. */
import { PassThrough } from "node:stream";
import { diffLines, historyHeading, historyLine, lookLine, stateLines } from "../../../infra/cli/audit/layout";
import { createOutput, json, type Output } from "../../../infra/cli/audit/output";
import { exportVerdictLines, proofLines } from "../../../infra/cli/audit/verdicts";
import { readAs, USAGE, wordsOf } from "../../../infra/cli/audit/words";
import { diffQuery } from "../../../read-api/audit/past-view";

const WIDTH = 120;
const event = {
  id: "event-1",
  type: "CompetitorAdded",
  stream: "competitors-b1",
  revision: 0,
  position: 42,
  occurredAt: "2026-02-01T12:00:00.000Z",
  actor: { kind: "user", id: "ada" },
  commandId: "c",
  correlationId: "c",
  causationId: "c",
  schemaVersion: 1,
  data: { name: "Fjord\u001b[31m \u202Ecoffee", placeId: "p1" },
};
const at = { position: 42, occurredAt: event.occurredAt };
const head = "a".repeat(64);

describe("the output", () => {
  const hostile = "Fjord\u001b]0;owned\u0007 \u009b2J \u202ecoffee \u{e0041}\nWhole";
  const written = async (form: "json" | "text", run: (output: Output) => Promise<void> | void) => {
    const [stream, notes] = [new PassThrough(), new PassThrough()];
    await run(createOutput(stream, notes, form));
    return String(stream.read() ?? notes.read());
  };
  const obeyed = /[^\P{Cc}\n]|\p{Cf}/u;

  test("holds nothing that a terminal would obey, whoever wrote what it tells", async () => {
    const told = await Promise.all([
      written("text", (output) => output.line(hostile)),
      written("text", (output) => output.note(hostile)),
      written("json", (output) => output.note(hostile)),
    ]);
    for (const text of told) {
      expect(text).not.toMatch(obeyed);
      expect(text.split("\n").length).toBe(2);
    }
  });

  test("is the same JSON for a program", async () => {
    const text = await written("json", (output) => output.line(json({ name: hostile, [hostile]: 1 })));
    expect(text).not.toMatch(obeyed);
    expect(JSON.parse(text)).toEqual({ name: hostile, [hostile]: 1 });
  });
});

describe("a line of history", () => {
  test("stands under its heading, column by column", () => {
    const line = historyLine(event, WIDTH);
    const [position, time, type] = ["position", "time", "type"].map((name) => historyHeading().indexOf(name));
    expect([line.indexOf("42") + 2, line.indexOf("2026"), line.indexOf("Comp")]).toEqual([
      (position ?? 0) + 8,
      time,
      type,
    ]);
    expect(line).toContain("user:ada");
  });

  test("is no longer than the terminal is wide, and obeys nothing that its data say", () => {
    const long = historyLine({ ...event, data: { name: "x".repeat(500) } }, WIDTH);
    expect([long.length, long.at(-1)]).toEqual([WIDTH, "…"]);
    const line = historyLine(event, 300);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line).toContain("\\u001b[31m \\u202ecoffee");
  });

  test("a type or an actor from elsewhere cannot break out of its column", () => {
    const hostile = { ...event, type: "A\nB".repeat(20), actor: { kind: "user", id: "\u001b]0;owned\u0007" } };
    expect(historyLine(hostile, 300)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

test("a state names its moment, and each stream's state and each row member by member, however many there are", () => {
  const aggregates = [
    { stream: "business-b1", category: "business", revision: 3, state: { profile: { city: "Oslo" }, name: "Harbour" } },
  ];
  const tables = [
    {
      table: "competitors",
      key: ["competitor_id"],
      rows: [
        { competitor_id: "c1", active: true, note: "x".repeat(WIDTH), claimed_rating: null },
        { competitor_id: "c2", active: false },
      ],
    },
    { table: "alerts", key: ["alert_id"], rows: [] },
  ];
  expect(stateLines({ businessId: "b1", at, aggregates, tables }, WIDTH)).toEqual([
    "Business b1 as it was at position 42 (2026-02-01T12:00:00.000Z)",
    "",
    "business-b1, revision 3",
    '  profile: {"city":"Oslo"}',
    "  name: Harbour",
    "",
    "table competitors, competitor_id=c1",
    "  active: true",
    `  note: ${"x".repeat(WIDTH - 9)}…`,
    "  claimed_rating: null",
    "",
    "table competitors, competitor_id=c2",
    "  active: false",
  ]);
  expect(
    stateLines({ businessId: "b1", at: { position: 0, occurredAt: null }, aggregates: [], tables: [] }, WIDTH),
  ).toEqual(["Business b1 as it was before its first event"]);
});

test("a difference tells each field before and after, and because of which events", () => {
  const changes = [
    {
      subject: { table: "competitors", key: { competitor_id: "c1" } },
      before: { active: true },
      after: { active: false },
      fields: [
        { path: "active", before: true, after: false },
        { path: "note", after: "two words" },
      ],
      because: ["event-1", "event-9"],
    },
    { subject: { stream: "alerts-b1" }, before: null, after: {}, fields: [], because: [] },
  ];
  const from = { position: 0, occurredAt: null };
  const lines = diffLines({ businessId: "b1", from, to: at, events: [event], changes }, WIDTH);
  expect(lines[0]).toBe(
    "Business b1, before its first event → at position 42 (2026-02-01T12:00:00.000Z): 1 event, 2 changes",
  );
  expect(lines.slice(4)).toEqual([
    "",
    "table competitors, competitor_id=c1",
    "  active: true → false",
    "  note: — → two words",
    "  because of CompetitorAdded at 42 by user:ada",
    "  because of event-9",
    "",
    "alerts-b1 (new)",
  ]);
});

test("a look tells when, who, what and what was asked", () => {
  const look = {
    at: event.occurredAt,
    by: { kind: "admin", id: "ada" },
    what: "get-business-diff",
    asked: { from: "1" },
  };
  expect(lookLine(look, WIDTH).split(/ {2,}/)).toEqual([event.occurredAt, "admin:ada", "get-business-diff", "from=1"]);
});

describe("a verdict", () => {
  const publicKey = { kty: "OKP", crv: "Ed25519", x: "x", kid: "kid-1" } as const;
  const proof = { businessId: "b1", events: 3, head, position: 9, anchors: [], publicKey, removed: null };
  const fault = {
    kind: "removed" as const,
    eventId: "event-2",
    type: "CompetitorAdded",
    stream: "competitors-b1",
    revision: 1,
    position: 7,
    index: 3,
    message: "It is gone.",
  };

  test("says whole, and up to where it is anchored", () => {
    const anchored = { count: 2, anchoredAt: event.occurredAt };
    expect(proofLines({ ...proof, whole: true, anchored, fault: null })).toEqual([
      `Whole: 3 events, chain head ${head}.`,
      `Anchored over 2 events at ${event.occurredAt}, key kid-1.`,
    ]);
  });

  test("names the first fault and what holds before it", () => {
    expect(proofLines({ ...proof, whole: false, anchored: null, fault })).toEqual([
      "NOT WHOLE: removed CompetitorAdded (competitors-b1, revision 1, position 7). It is gone.",
      `3 events before it hold, chain head ${head}.`,
      "No anchor covers any of it yet.",
    ]);
  });

  test("of a removed business says what was erased", () => {
    const said = { eventId: "e", at: event.occurredAt, reason: "erasure_ordered", events: 5, chainHead: head };
    const gone = { ...proof, whole: true, anchored: null, fault: null };
    const lines = proofLines({ ...gone, removed: { ...said, signed: true } });
    expect(lines).toEqual([expect.stringContaining("5 events erased"), "Nothing of its history is left."]);
    const unsigned = proofLines({ ...gone, removed: { ...said, signed: false } });
    expect(unsigned.slice(2)).toEqual(["The record of the removal is not signed: nothing proves it."]);
  });

  test("on a file names the line, and calls none whole without more words to which nobody gave a key", () => {
    const read = {
      businessId: "b1",
      events: 3,
      placeEvents: 1,
      head,
      anchors: 1,
      exportedAt: event.occurredAt,
      keyId: "kid-1",
    };
    const whole = { ...read, whole: true, fault: null };
    expect(exportVerdictLines(whole, true)[0]).toMatch(/^Whole: business b1, /);
    expect(exportVerdictLines(whole, false)[0]).toMatch(/^Whole by the file's own key alone: business b1, /);
    const altered = {
      kind: "altered" as const,
      line: 4,
      eventId: "event-2",
      type: "CompetitorAdded",
      message: "It differs.",
    };
    expect(exportVerdictLines({ ...read, whole: false, fault: altered }, false)[0]).toBe(
      "NOT WHOLE: line 4, altered CompetitorAdded event-2. It differs.",
    );
  });
});

describe("the words", () => {
  test("name a command, what it is about, and options that it takes", () => {
    expect(wordsOf(["diff", "b1", "--from", "3", "--json"])).toEqual({
      command: "diff",
      operand: "b1",
      asked: { from: "3" },
      form: "json",
    });
    expect(wordsOf(["verify", "--file", "f", "--key", "k"])).toMatchObject({
      operand: null,
      asked: { file: "f", key: "k" },
    });
  });

  test.each([
    [[]],
    [["history"]],
    [["forget", "b1"]],
    [["history", "b1", "b2"]],
    [["history", "b1", "--at", "3"]],
    [["state", "b1", "--nonsense"]],
    [["state", "b1", "--json", "--text"]],
    [["verify"]],
    [["verify", "b1", "--file", "f"]],
    [["verify", "b1", "--key", "k"]],
    [["import"]],
    [["import", "f"]],
    [["import", "f", "--key", "k", "--trust-file"]],
    [["verify", "--file", "f", "--trust-file"]],
  ])("%j are no command, and the usage is shown", (words) => {
    expect(() => wordsOf(words)).toThrow(USAGE);
  });

  test("a moment that is none is named by its option", () => {
    expect(() => readAs(diffQuery, { from: "yesterday" })).toThrow(/^--from: Expected a position, or an ISO instant/);
    expect(() => readAs(diffQuery, {})).toThrow(/^--from: /);
  });
});
