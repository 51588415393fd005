/** A model's server in trouble: bounded in time and size, left alone after a while, and never a secret in what is said of it. */
import { inspect } from "node:util";
import { PEER_KEY, type Behaviour } from "../../support/chat-completions-peer";
import { faultOf, openModelStage, plainRequest, structuredRequest, type ModelStage } from "./model-stage";

let stage: ModelStage;
afterEach(() => stage.close());

const completion = (choices: unknown): Behaviour => ({ status: 200, body: JSON.stringify({ choices }) });

test.each<[string, Behaviour]>([
  ["is an error of the server", { status: 500, body: "{}" }],
  ["refuses the key", { status: 401, body: '{"error":{"message":"Incorrect API key"}}' }],
  ["knows no such model", { status: 404, body: "{}" }],
  ["points elsewhere", { status: 307, body: "", headers: { location: "http://127.0.0.1:9/" } }],
  ["is no JSON", { status: 200, body: "<html>" }],
  ["is a number", { status: 200, body: "7" }],
  ["has no choices", completion([])],
  ["has choices of something else", completion([null])],
  ["breaks off", { breaksOff: true }],
  ["is far too long", { content: "x".repeat(5_000_000), whole: true }],
  ["is longer than any that is asked for, and whole", { content: "x".repeat(100_001), whole: true }],
  ["is longer than any that is asked for", { content: "x".repeat(100_001) }],
  ["was refused", { content: "", finish: "content_filter" }],
  ["says nothing", { content: " \n" }],
])("an answer that %s is a failure of the port", async (_, behaviour) => {
  stage = await openModelStage();
  stage.peer.behave(behaviour);
  expect(await faultOf(stage.generation.generate(plainRequest))).toMatchObject({ fault: "failed" });
  expect(stage.peer.asked).toHaveLength(1);
  expect(stage.outcomes).toEqual(["failed"]);
});

test.each<[string, Behaviour, boolean]>([
  ["was refused", { content: "", finish: "content_filter" }, true],
  ["says nothing", { content: " \n" }, true],
  ["was cut off in its form", { content: '{"title":"Open late","tags":[]}', finish: "length" }, true],
  ["is of another form, also when it is asked for again", { content: "No." }, true],
  ["is an error of the server", { status: 500, body: "{}" }, false],
  ["is no completion", { status: 200, body: "7" }, false],
])("a failure says whether the model was paid: where its answer %s", async (_, behaviour, costs) => {
  stage = await openModelStage();
  stage.peer.behave(behaviour);
  expect(await faultOf(stage.generation.generate(structuredRequest))).toMatchObject({ fault: "failed", costs });
});

test("a failure of the second question costs what the first one did", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: "No." }, { status: 503, body: "{}" });
  expect(await faultOf(stage.generation.generate(structuredRequest))).toMatchObject({ fault: "failed", costs: true });
});

test("a plain answer that its bound cuts off is one, and says so", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: "The rating is", finish: "length" });
  expect(await stage.generation.generate(plainRequest)).toMatchObject({ text: "The rating is", isCut: true });
});

test.each<[string, Behaviour]>([
  ["hangs", { hangs: true }],
  ["drips", { dripsEveryMs: 20 }],
])("a server that %s has until the deadline", async (_, behaviour) => {
  stage = await openModelStage({ deadlineMs: 150 });
  stage.peer.behave(behaviour);
  expect(await faultOf(stage.generation.generate(plainRequest))).toMatchObject({ fault: "timed_out" });
  expect(stage.outcomes).toEqual(["timed_out"]);
});

test("an answer that goes on and on is not read to its end, and known for what it is", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: "x".repeat(5_000_000), whole: true });
  expect((await faultOf(stage.generation.generate(plainRequest))).message).toContain("too long");
});

test("the question that mends an answer has what is left of the same deadline", async () => {
  stage = await openModelStage({ deadlineMs: 200 });
  stage.peer.behave({ content: "No JSON." }, { hangs: true });
  const began = performance.now();
  expect(await faultOf(stage.generation.generate(structuredRequest))).toMatchObject({ fault: "timed_out" });
  expect(performance.now() - began).toBeLessThan(1_500);
});

test("a server that allows no more for now says when it does again, and is not taken for one in trouble", async () => {
  stage = await openModelStage();
  stage.peer.behave({ status: 429, body: "{}", headers: { "retry-after": "17" } });
  for (let asked = 0; asked < 8; asked += 1)
    expect(await faultOf(stage.generation.generate(plainRequest))).toMatchObject({
      fault: "unavailable",
      retryAfterSeconds: 17,
    });
  expect(stage.peer.asked).toHaveLength(8);
});

test("where the server keeps failing it is left alone, says so with the time to wait, and is asked again after a while", async () => {
  const states: string[] = [];
  stage = await openModelStage({ onCircuit: (state) => states.push(state) });
  stage.peer.behave({ status: 503, body: "{}" });
  for (let asked = 0; asked < 10; asked += 1) await faultOf(stage.generation.generate(plainRequest));
  expect(stage.peer.asked).toHaveLength(5);
  const leftAlone = await faultOf(stage.generation.generate(plainRequest));
  expect(leftAlone).toMatchObject({ fault: "unavailable", retryAfterSeconds: 30 });
  stage.peer.behave({ content: "Yes." });
  await stage.clock.advance(30_000);
  await stage.generation.generate(plainRequest);
  expect(states).toEqual(["open", "probing", "closed"]);
});

test("who waits for the answer no more ends the question, and a process that stops ends all", async () => {
  stage = await openModelStage();
  stage.peer.behave({ hangs: true });
  const leaving = new AbortController();
  const left = faultOf(stage.generation.generate({ ...plainRequest, signal: leaving.signal }));
  const stopped = faultOf(stage.generation.generate(plainRequest));
  leaving.abort();
  expect(await left).toMatchObject({ fault: "failed" });
  stage.generation.stop();
  expect(await stopped).toMatchObject({ fault: "failed" });
});

test("neither the key nor anything that was sent or came back stands in what is said of a failure", async () => {
  stage = await openModelStage();
  const marker = "Fjord Café of the test";
  const request = { ...plainRequest, facts: { name: marker } };
  for (const behaviour of [
    { status: 400, body: JSON.stringify({ error: { message: `${PEER_KEY} ${marker}` } }) },
    { status: 200, body: `${PEER_KEY} ${marker}` },
    { breaksOff: true },
  ] as const) {
    stage.peer.behave(behaviour);
    const said = inspect(await faultOf(stage.generation.generate(request)), { depth: 9, showHidden: true });
    expect(said).not.toContain(PEER_KEY);
    expect(said).not.toContain(marker);
  }
});
