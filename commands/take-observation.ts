/** Decides one observation against its place: the step that the endpoint and the command line share. */
import { isRefusal } from "../domain/fold/refusal";
import { observe } from "../domain/places/observe";
import { collectables, type Observation } from "../domain/places/observation";
import { places } from "../domain/places/place";
import type { Actor } from "../domain/fold/event";
import type { CollectionSchedule } from "../infra/collection-queue/collection-queue";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Ids } from "../infra/ids/ids";
import type { Clock } from "../infra/time/clock";
import type { Take } from "./observation-intake";

interface Parts {
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reviewTextDays: number;
  readonly collectionSchedule: Pick<CollectionSchedule, "answered">;
}

/** The observation's id names the command, so that the same observation again changes nothing. */
export const takeObservation =
  ({ runner, clock, ids, reviewTextDays, collectionSchedule }: Parts, actor: Actor, correlationId: string): Take =>
  async (observation) => {
    const commandId = ids.derive("observation", observation.id);
    const decide = observe(observation, clock.now().toISOString(), { reviewTextDays });
    const context = { commandId, correlationId, causationId: commandId, actor, repeatedEvents: "left_out" } as const;
    const executed = await runner.execute(places, observation.placeId, decide, context);
    if (isRefusal(executed)) {
      const path = executed.details?.["path"];
      return { why: { path: typeof path === "string" ? path : "", message: executed.message } };
    }
    await tellSchedule(collectionSchedule, observation);
    return { changed: !executed.repeated && executed.events.length > 0, position: executed.position };
  };

/** Told again with an observation that comes again: whoever hands it in again may not have heard that it was taken in. */
async function tellSchedule(schedule: Parts["collectionSchedule"], observation: Observation): Promise<void> {
  const { placeId, answers } = observation;
  if (answers === undefined) return;
  const sections = collectables.filter((one) => observation[one] !== undefined);
  await schedule.answered({ placeId, sections, answers });
}
