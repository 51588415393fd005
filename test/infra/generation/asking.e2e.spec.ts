/** A model is asked through the official SDK: in the protocol's own form, with the key and nothing else, and its answers are checked. */
import { plainRequest, structuredRequest, faultOf, openModelStage, type ModelStage } from "./model-stage";
import { PEER_KEY, PEER_MODEL } from "../../support/chat-completions-peer";

let stage: ModelStage;
afterEach(() => stage.close());

test("a question is asked with the model, the bound of the answer and the key, and answered with who wrote it and what it took", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: "  4.5 stars.\u0000 ", tokens: [120, 7] });
  expect(await stage.generation.generate(plainRequest)).toEqual({
    provider: "openai-compatible",
    model: PEER_MODEL,
    text: "4.5 stars.",
    isCut: false,
    structured: null,
    tokens: { input: 120, output: 7 },
  });
  const [asked] = stage.peer.asked;
  expect(asked).toMatchObject({ path: "/v1/chat/completions", body: { model: PEER_MODEL, max_tokens: 200 } });
  expect(asked?.body).not.toHaveProperty("response_format");
  expect(asked?.headers.authorization).toBe(`Bearer ${PEER_KEY}`);
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual([
    ...["accept", "authorization", "connection", "content-length", "content-type", "host"],
  ]);
  expect([stage.outcomes, stage.tokens]).toEqual([["answered"], { input: 120, output: 7 }]);
});

test("a server that asks for no key gets none, and one that knows the newer bound gets that", async () => {
  stage = await openModelStage({ key: undefined, outputLimit: "max_completion_tokens" });
  await stage.generation.generate(plainRequest);
  const [asked] = stage.peer.asked;
  expect(asked?.headers).not.toHaveProperty("authorization");
  expect(asked?.body).toMatchObject({ max_completion_tokens: 200 });
  expect(asked?.body).not.toHaveProperty("max_tokens");
});

test("instructions, data and turns each have a message of their own, and user and assistant take turns", async () => {
  stage = await openModelStage();
  const earlier = [
    { role: "user", text: "Who are we?" },
    { role: "assistant", text: "Fjord Café." },
  ] as const;
  await stage.generation.generate({ ...plainRequest, messages: [...earlier, ...plainRequest.messages] });
  const messages = stage.peer.asked[0]?.body.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
  expect(messages[0]?.content.startsWith("Answer briefly.\n\n")).toBe(true);
  expect(messages[1]?.content).toBe('<data>\n{"facts":{"rating":4.5}}\n</data>');
  expect(messages.slice(3).map(({ content }) => content)).toEqual(["Who are we?", "Fjord Café.", "How are we rated?"]);
});

test("a structured answer is asked for by its schema and checked against it", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: '{"title":"Open late","tags":["news"]}' });
  const { structured } = await stage.generation.generate(structuredRequest);
  expect(structured).toEqual({ title: "Open late", tags: ["news"] });
  expect(stage.peer.asked[0]?.body.response_format).toMatchObject({
    type: "json_schema",
    json_schema: { name: "post", strict: true, schema: { required: ["title", "tags"], additionalProperties: false } },
  });
});

test.each([
  ["is no JSON", "Here you are: {", "It is not JSON."],
  ["lacks a member", '{"title":"Open late"}', "tags: "],
  ["has one too many", '{"title":"Open late","tags":[],"more":1}', "the whole: "],
  ["is too long", `{"title":"${"x".repeat(21)}","tags":[]}`, "title: "],
])("a structured answer that %s is mended by one further question", async (_, content, fault) => {
  stage = await openModelStage();
  stage.peer.behave({ content, tokens: [100, 10] }, { content: '{"title":"Mended","tags":[]}', tokens: [150, 12] });
  const { structured, tokens } = await stage.generation.generate(structuredRequest);
  expect(structured).toEqual({ title: "Mended", tags: [] });
  expect(tokens).toEqual({ input: 250, output: 22 });
  const [said, further] = (stage.peer.asked[1]?.body.messages ?? []).slice(-2);
  expect(said).toEqual({ role: "assistant", content });
  expect(further?.content).toContain(fault);
  expect(stage.outcomes).toEqual(["unusable", "answered"]);
});

test("an answer that is not mended is a failure after the second question, and what it took is counted", async () => {
  stage = await openModelStage();
  stage.peer.behave({ content: "No.", tokens: [100, 1] });
  expect(await faultOf(stage.generation.generate(structuredRequest))).toMatchObject({ fault: "failed" });
  expect(stage.peer.asked).toHaveLength(2);
  expect([stage.outcomes, stage.tokens]).toEqual([["unusable", "unusable"], { input: 200, output: 2 }]);
});
