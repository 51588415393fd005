/** Decides one observation against its place: the step that the endpoint and the command line share. */
import { isRefusal } from "../../domain/fold/refusal";
import { observe } from "../../domain/places/observe";
import { collectables, type Observation } from "../../domain/places/observation";
import { places } from "../../domain/places/place";
import type { Actor } from "../../domain/fold/event";
import type { CommandRunner } from "../../infra/command-runner/command-runner";
import type { Services } from "../../infra/http/services";
import type { Ids } from "../../infra/ids/ids";
import { RetentionOver } from "../../infra/sealing/seal-events";
import type { Clock } from "../../infra/time/clock";
import type { Take, Taken } from "./observation-intake";

interface Parts {
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reviewTextDays: number;
  readonly collectionSchedule: Pick<Services["collectionSchedule"], "answered">;
}

/** The observation's id names the command, so that the same observation again changes nothing. */
export const takeObservation =
  ({ runner, clock, ids, reviewTextDays, collectionSchedule }: Parts, actor: Actor, correlationId: string): Take =>
  async (observation) => {
    const commandId = ids.derive("observation", observation.id);
    const decide = observe(observation, clock.now().toISOString(), { reviewTextDays });
    const context = { commandId, correlationId, causationId: commandId, actor, repeatedEvents: "left_out" } as const;
    const executed = await runner.execute(places, observation.placeId, decide, context).catch(textsNotKept);
    if ("why" in executed) return executed;
    if (isRefusal(executed)) {
      const path = executed.details?.["path"];
      return { why: { path: typeof path === "string" ? path : "", message: executed.message } };
    }
    await tellSchedule(collectionSchedule, observation);
    return { changed: !executed.repeated && executed.events.length > 0, position: executed.position };
  };

/** Of a place's facts the texts of reviews alone are kept for a while. The lines behind this one are taken in all the same. */
function textsNotKept(error: unknown): Extract<Taken, { why: unknown }> {
  if (!(error instanceof RetentionOver)) throw error;
  const message = `Texts of ${error.day} cannot be kept: the time for which that day's texts are kept is over. Is the service's clock right?`;
  return { why: { path: "reviews", message } };
}

/** Told again with an observation that comes again: whoever hands it in again may not have heard that it was taken in. */
async function tellSchedule(schedule: Parts["collectionSchedule"], observation: Observation): Promise<void> {
  const { placeId, answers } = observation;
  if (answers === undefined) return;
  const sections = collectables.filter((one) => observation[one] !== undefined);
  await schedule.answered({ placeId, sections, answers });
}
