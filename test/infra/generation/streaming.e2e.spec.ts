/** An answer is read while a server tells it: put together from whatever pieces come, and given up as soon as it is of no use. */
import { inspect } from "node:util";
import { eventOf, eventsOf, PEER_KEY, pieceOf, type Behaviour } from "../../support/chat-completions-peer";
import { eventually } from "../../support/eventually";
import { faultOf, openModelStage, plainRequest, structuredRequest, type ModelStage } from "./model-stage";

let stage: ModelStage;
afterEach(() => stage.close());

const TEXT = "Grüße aus dem Café 🦊 – 4,5 ★";
const silent = (...writes: string[]): Behaviour => ({ writes, then: "is silent" });

/** Bytes in pieces of the same length: within lines, and within letters of more bytes than one. */
function inPiecesOf(bytes: number, text: string): Buffer[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, n) => all.subarray(n * bytes, (n + 1) * bytes));
}

test("an answer is asked for in pieces, with what it took", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: TEXT, tokens: [120, 7] });
  expect(await stage.generation.generate(plainRequest)).toMatchObject({
    ...{ text: TEXT, isCut: false, tokens: { input: 120, output: 7 } },
  });
  expect(stage.peer.asked[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test.each([
  ["by single bytes", inPiecesOf(1, eventsOf({ content: TEXT }))],
  ["within letters and lines", inPiecesOf(5, eventsOf({ content: TEXT }))],
  ["with lines that end otherwise", [eventsOf({ content: TEXT }).replaceAll("\n", "\r\n")]],
  ["with signs of life between", [`: alive\n\n${eventsOf({ content: TEXT }).replaceAll("\n\n", "\n\n: alive\n\n")}`]],
])("what comes %s is the same answer", async (_, writes) => {
  stage = await openModelStage();
  stage.peer.behave({ writes, then: "ends" });
  const { text, tokens } = await stage.generation.generate(plainRequest);
  expect([text, tokens]).toEqual([TEXT, { input: 100, output: 20 }]);
});

test("a structured answer is checked once it is whole", async () => {
  stage = await openModelStage();
  const said = { title: "Größe 🦊", tags: ["new"] };
  stage.peer.behave({ writes: inPiecesOf(3, eventsOf({ content: JSON.stringify(said) })), then: "ends" });
  expect(await stage.generation.generate(structuredRequest)).toMatchObject({ structured: said });
});

test("a server that counts no tokens, and one that tells its answer whole, are understood all the same", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: TEXT, tokens: null }, { content: TEXT, whole: true, tokens: [3, 4] });
  expect(await stage.generation.generate(plainRequest)).toMatchObject({ text: TEXT, tokens: null });
  const whole = await stage.generation.generate(plainRequest);
  expect(whole).toMatchObject({ text: TEXT, tokens: { input: 3, output: 4 } });
});

test("of a server that counts as it goes, the last count holds", async () => {
  stage = await openModelStage();
  const counted = eventOf({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 1 } });
  stage.peer.behave({ writes: [counted, eventsOf({ content: "Yes.", tokens: [100, 20] })], then: "ends" });
  expect((await stage.generation.generate(plainRequest)).tokens).toEqual({ input: 100, output: 20 });
});

test.each<[string, Behaviour, boolean]>([
  ["breaks off", { writes: [pieceOf("The rating")], then: "breaks off" }, false],
  ["ends without an end", { content: "The rating", finish: null }, false],
  ["has no piece", { writes: ["data: [DONE]\n\n"], then: "ends" }, false],
  [
    "turns into an error",
    { writes: [pieceOf("The"), eventOf({ error: { message: "Overloaded" } })], then: "ends" },
    false,
  ],
  ["turns into no JSON", { writes: [pieceOf("The"), "data: <html>\n\n"], then: "ends" }, false],
  ["is of pieces of something else", { writes: [eventOf({ choices: [7] })], then: "ends" }, false],
  ["was refused within", { content: "The rat", finish: "content_filter" }, true],
  [
    "is a refusal",
    { writes: [eventOf({ choices: [{ delta: { refusal: "No." }, finish_reason: "stop" }] })], then: "ends" },
    true,
  ],
])("an answer that %s is a failure of the port", async (_, behaviour, costs) => {
  stage = await openModelStage();
  stage.peer.behave(behaviour);
  expect(await faultOf(stage.generation.generate(plainRequest))).toMatchObject({ fault: "failed", costs });
  expect([stage.peer.asked.length, stage.outcomes]).toEqual([1, ["failed"]]);
});

test.each<[string, Behaviour]>([
  ["before it", { hangs: true }],
  ["within it", silent(pieceOf("The rating"))],
  ["within a line of it", silent('data: {"choi')],
])("a server that is silent %s is given up long before the deadline", async (_, behaviour) => {
  stage = await openModelStage({ silenceMs: 100 });
  stage.peer.behave(behaviour);
  const began = performance.now();
  const { fault, message } = await faultOf(stage.generation.generate(plainRequest));
  expect([fault, message, stage.outcomes]).toEqual([
    ...["timed_out", "The model's server said nothing for too long.", ["timed_out"]],
  ]);
  expect(performance.now() - began).toBeLessThan(2_500);
  await eventually(() => {
    expect(stage.peer.givenUp).toBe(1);
  });
});

test("an answer that takes longer than a silence may, is none while it goes on, and one that goes on has until the deadline", async () => {
  stage = await openModelStage({ silenceMs: 150, deadlineMs: 500 });
  stage.peer.behave({ repeats: ": alive\n\n" });
  const began = performance.now();
  const { fault, message } = await faultOf(stage.generation.generate(plainRequest));
  expect([fault, message]).toEqual(["timed_out", "The model's server did not answer (timeout)."]);
  expect(performance.now() - began).toBeGreaterThan(400);
});

test("an answer that is longer than it may be is given up while it comes, and was paid for", async () => {
  stage = await openModelStage();
  stage.peer.behave({ repeats: pieceOf("x".repeat(1_000)) });
  const { fault, message, costs } = await faultOf(stage.generation.generate(plainRequest));
  expect([fault, message, costs]).toEqual(["failed", "The model's answer is longer than it may be.", true]);
  await eventually(() => {
    expect(stage.peer.givenUp).toBe(1);
  });
});

test("who waits for the answer no more ends the model's work within it", async () => {
  stage = await openModelStage();
  stage.peer.behave({ repeats: ": alive\n\n" });
  const leaving = new AbortController();
  const left = faultOf(stage.generation.generate({ ...plainRequest, signal: leaving.signal }));
  await eventually(() => {
    expect(stage.peer.asked).toHaveLength(1);
  });
  leaving.abort();
  expect(await left).toMatchObject({ fault: "failed" });
  await eventually(() => {
    expect(stage.peer.givenUp).toBe(1);
  });
});

test("nothing that came stands in what is said of a failure within an answer", async () => {
  stage = await openModelStage();
  for (const last of [eventOf({ error: { message: PEER_KEY } }), `data: ${PEER_KEY}\n\n`]) {
    stage.peer.behave({ writes: [pieceOf(PEER_KEY), last], then: "ends" });
    const said = inspect(await faultOf(stage.generation.generate(plainRequest)), { depth: 9, showHidden: true });
    expect(said).not.toContain(PEER_KEY);
  }
});
