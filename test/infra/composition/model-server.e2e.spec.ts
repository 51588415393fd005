/** The model's server as the settings name it: also in a private network, where they say so, and left alone while it fails. */
import { connect } from "node:net";
import { createGeneration, type GenerationInUse } from "../../../infra/composition/adapters/generation";
import { loadConfig } from "../../../infra/config/config";
import { PEER_KEY, PEER_MODEL, startChatCompletionsPeer } from "../../support/chat-completions-peer";
import { TestClock } from "../../support/test-clock";
import { faultOf, plainRequest } from "../generation/model-stage";

const INSIDE = "10.1.2.3";
const clock = new TestClock();
const compose = () => ({ text: "composed", structured: null });
const silent = { warn: () => undefined, info: () => undefined };

let peer: Awaited<ReturnType<typeof startChatCompletionsPeer>>;
let generation: GenerationInUse | undefined;
beforeEach(async () => {
  peer = await startChatCompletionsPeer();
});
afterEach(async () => {
  await generation?.close();
  await peer.close();
});

/** A network in which every name is a server at a private address: the peer. */
async function generationBy(settings: Readonly<Record<string, string>>) {
  const config = loadConfig({ GENERATION_MODEL: PEER_MODEL, GENERATION_API_KEY: PEER_KEY, ...settings });
  const dialled: string[] = [];
  const network = {
    resolver: { resolve: () => Promise.resolve([INSIDE]) },
    dial: (address: string) => {
      dialled.push(address);
      return connect({ host: "127.0.0.1", port: Number(new URL(peer.url).port) });
    },
  };
  const metrics = { called: () => undefined, used: () => undefined };
  generation = await createGeneration(config, { clock, logger: silent, network }, metrics);
  return { generation, dialled };
}

test("a server in a private network is asked where the settings name it, and not otherwise", async () => {
  const url = `http://models.internal:8000${new URL(peer.url).pathname}`;
  const named = await generationBy({ GENERATION_URL: url, GENERATION_ALLOWED_TARGETS: "models.internal:8000" });
  expect(await named.generation.generate(plainRequest, compose)).toMatchObject({ provider: "openai-compatible" });
  expect(named.dialled).toEqual([INSIDE]);
  await named.generation.close();
  const elsewhere = "other.internal:8000";
  const unnamed = await generationBy({
    GENERATION_URL: "https://models.example.com/v1",
    GENERATION_ALLOWED_TARGETS: elsewhere,
  });
  expect(await faultOf(unnamed.generation.generate(plainRequest, compose))).toMatchObject({ fault: "failed" });
  expect(unnamed.dialled).toEqual([]);
});

test("a server that keeps failing is left alone, and since when is told until it answers again", async () => {
  const { generation: failing } = await generationBy({ GENERATION_URL: peer.url });
  peer.behave({ status: 503, body: "{}" });
  expect(failing.failingSince).toBeNull();
  for (let asked = 0; asked < 5; asked += 1) await faultOf(failing.generate(plainRequest, compose));
  const since = clock.now();
  expect(failing.failingSince).toEqual(since);
  await clock.advance(30_000);
  await faultOf(failing.generate(plainRequest, compose));
  expect(failing.failingSince).toEqual(since);
  peer.behave({ content: "Yes." });
  await clock.advance(30_000);
  await failing.generate(plainRequest, compose);
  expect(failing.failingSince).toBeNull();
});
