/** Who writes answers and texts for this process: the model that the settings name, or the local composer, which needs nobody. */
import type { Config } from "../../config/config";
import type { Generation } from "../../generation/generation";
import { createLocalComposer } from "../../generation/local-composer";
import { createOpenAiGeneration, type GenerationMetrics } from "../../generation/openai/openai-generation";
import type { Logger } from "../../logging/logger";
import type { Clock } from "../../time/clock";
import { createProviderClient, type Network } from "./provider-client";

export interface GenerationInUse extends Generation {
  /** Since when the model's server has been left alone, because it keeps failing; null while it is asked. */
  readonly failingSince: Date | null;
  /** Gives up what is under way and ends every connection. */
  close(): Promise<void>;
}

interface GenerationParts {
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly network?: Network;
}

export async function createGeneration(
  config: Config,
  { clock, logger, network }: GenerationParts,
  metrics: GenerationMetrics,
): Promise<GenerationInUse> {
  const { generationUrl: url, generationModel: model } = config;
  if (url === undefined || model === undefined)
    return { ...createLocalComposer(), failingSince: null, close: () => Promise.resolve() };
  const client = createProviderClient([url], config.generationAllowedTargets, network);
  let failingSince: Date | null = null;
  const generation = await createOpenAiGeneration({
    ...{ client, clock, metrics, url, model },
    key: config.generationApiKey,
    deadlineMs: config.generationTimeoutSeconds * 1_000,
    // A server that cannot tell its answer in pieces says nothing until it has all of it.
    silenceMs: config.generationTimeoutSeconds * 500,
    outputLimit: config.generationOutputLimit,
    onCircuit: (state) => {
      if (state === "open") failingSince ??= clock.now();
      if (state === "closed") failingSince = null;
      if (state === "open") logger.warn("The model's server keeps failing; it is left alone for a while.");
      if (state === "closed") logger.info("The model's server answers again.");
    },
  });
  return {
    provider: generation.provider,
    get failingSince() {
      return failingSince;
    },
    generate: (request) => generation.generate(request),
    async close() {
      generation.stop();
      await client.close();
    },
  };
}
