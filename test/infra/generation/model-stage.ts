/** The adapter of chat completions beside a server of a test's own, with a clock that stands still. */
import { z } from "zod";
import { GenerationError, type GenerationRequest } from "../../../infra/generation/generation";
import {
  createOpenAiGeneration,
  type CallOutcome,
  type OpenAiGeneration,
  type OpenAiOptions,
} from "../../../infra/generation/openai/openai-generation";
import { createGuardedClient } from "../../../infra/outbound/guarded-connector";
import {
  PEER_KEY,
  PEER_MODEL,
  startChatCompletionsPeer,
  type ChatCompletionsPeer,
} from "../../support/chat-completions-peer";
import { TestClock } from "../../support/test-clock";

export interface ModelStage {
  readonly peer: ChatCompletionsPeer;
  readonly generation: OpenAiGeneration;
  readonly clock: TestClock;
  readonly outcomes: CallOutcome[];
  readonly tokens: { input: number; output: number };
  close(): Promise<void>;
}

export async function openModelStage(changed: Partial<OpenAiOptions> = {}): Promise<ModelStage> {
  const peer = await startChatCompletionsPeer();
  const client = createGuardedClient({ allowedTargets: [new URL(peer.url).host] });
  const clock = new TestClock();
  const outcomes: CallOutcome[] = [];
  const tokens = { input: 0, output: 0 };
  const generation = await createOpenAiGeneration({
    client,
    clock,
    metrics: {
      called: ({ outcome }) => outcomes.push(outcome),
      used: (_task, { input, output }) => {
        tokens.input += input;
        tokens.output += output;
      },
    },
    url: peer.url,
    model: PEER_MODEL,
    key: PEER_KEY,
    deadlineMs: 5_000,
    silenceMs: 5_000,
    outputLimit: "max_tokens",
    onCircuit: () => undefined,
    ...changed,
  });
  return {
    peer,
    generation,
    clock,
    outcomes,
    tokens,
    async close() {
      generation.stop();
      await client.close();
      await peer.close();
    },
  };
}

export const plainRequest: GenerationRequest = {
  task: "chat",
  instructions: "Answer briefly.",
  messages: [{ role: "user", text: "How are we rated?" }],
  facts: { rating: 4.5 },
  untrusted: [],
  answer: null,
  outputTokensMax: 200,
};

export const structuredRequest: GenerationRequest = {
  ...plainRequest,
  task: "content",
  answer: { name: "post", schema: z.strictObject({ title: z.string().max(20), tags: z.array(z.string()).max(3) }) },
};

/** What generating failed with. */
export async function faultOf(generated: Promise<unknown>): Promise<GenerationError> {
  const error: unknown = await generated.then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (error instanceof GenerationError) return error;
  throw new Error("It did not fail, or not as the port says.", { cause: error });
}
