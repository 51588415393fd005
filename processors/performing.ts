/** What effects have in common: they end with whose stream was erased, and what they write is their process manager's. */
import type { CommandContext } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";

/** For whom nothing is done any more once they were erased, also in the middle of it; `erased` is the outcome then. */
export const unlessErased =
  <Intent>(
    perform: (intent: Intent, context: EffectContext) => Promise<unknown>,
    erased: (intent: Intent) => unknown = () => undefined,
  ): Effect =>
  async (payload, context) => {
    const intent = payload as unknown as Intent;
    try {
      return await perform(intent, context);
    } catch (error) {
      if (error instanceof StreamErasedError) return erased(intent);
      throw error;
    }
  };

/** The intent's id is the command's: an effect that is repeated writes nothing twice. */
export function commandedBy(
  manager: string,
  { intentId: commandId, correlationId, causationId }: EffectContext,
  businessId?: string,
): CommandContext {
  const ofBusiness = businessId === undefined ? {} : { businessId };
  return { commandId, correlationId, causationId, actor: { kind: "system", id: manager }, ...ofBusiness };
}
