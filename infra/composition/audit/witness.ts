/** Keeps every look at a business's history, before anything of it is shown: with the business, or with its removal. */
import { businesses } from "../../../domain/businesses";
import { streamName } from "../../../domain/fold/aggregate";
import { looks, recordLook, recordRemainsLook, remainsLooks, type Look } from "../../../domain/looks";
import { removals } from "../../../domain/removals";
import type { CommandContext } from "../../command-runner/command-runner";
import { StreamErasedError } from "../../command-runner/stream-erased-error";
import type { Witness } from "../../http/witness";
import type { Engines } from "../engines";

/** Of a business that never was there is nothing to be seen, and nothing is kept. Throws what a command runner throws. */
export function createWitness({ log, runner, ids }: Pick<Engines, "log" | "runner" | "ids">): Witness {
  const holds = async (category: string, businessId: string): Promise<boolean> =>
    (await log.readStream(streamName(category, businessId), { limit: 1 })).length > 0;
  const keepOfRemains = async (look: Look, context: CommandContext): Promise<void> => {
    await runner.execute(remainsLooks, look.businessId, recordRemainsLook(look), context);
  };
  return async ({ businessId, what, asked, actor, requestId }) => {
    const look: Look = { businessId, what, asked: { ...asked } };
    const commandId = ids.next();
    const context: CommandContext = { commandId, causationId: commandId, correlationId: requestId, actor, businessId };
    const [removed, known] = await Promise.all([
      holds(removals.category, businessId),
      holds(businesses.category, businessId),
    ]);
    if (removed) return keepOfRemains(look, context);
    if (!known) return;
    try {
      await runner.execute(looks, businessId, recordLook(look), context);
    } catch (error) {
      // It was removed just now.
      if (!(error instanceof StreamErasedError)) throw error;
      await keepOfRemains(look, context);
    }
  };
}
