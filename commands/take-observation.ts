/** Decides one observation against its place: the step that the endpoint and the command line share. */
import { isRefusal } from "../domain/fold/refusal";
import { observe } from "../domain/places/observe";
import { places } from "../domain/places/place";
import type { Actor } from "../domain/fold/event";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Ids } from "../infra/ids/ids";
import type { Clock } from "../infra/time/clock";
import type { Take } from "./observation-intake";

interface Parts {
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reviewTextDays: number;
}

/** The observation's id names the command, so that the same observation again changes nothing. */
export const takeObservation =
  ({ runner, clock, ids, reviewTextDays }: Parts, actor: Actor, correlationId: string): Take =>
  async (observation) => {
    const commandId = ids.derive("observation", observation.id);
    const decide = observe(observation, clock.now().toISOString(), { reviewTextDays });
    const context = { commandId, correlationId, causationId: commandId, actor, repeatedEvents: "left_out" } as const;
    const executed = await runner.execute(places, observation.placeId, decide, context);
    if (isRefusal(executed)) {
      const path = executed.details?.["path"];
      return { why: { path: typeof path === "string" ? path : "", message: executed.message } };
    }
    return { changed: !executed.repeated && executed.events.length > 0, position: executed.position };
  };
