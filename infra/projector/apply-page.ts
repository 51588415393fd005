/** Brings a page of the log into the tables of a cohort; an event that cannot be applied halts its own projection alone. */
import { FoldFailure } from "./fold-rows";
import { commitStretch, relevantTo, storeHalt, type Applying, type Checkpoints, type Stretch } from "./commit-stretch";
import type { Runner } from "./runner";

/** SQLSTATE classes that speak of the values or the table, not of the connection, the server or a rival. */
const FAULTS_OF_THE_DATA = /^(21|22|23|42|54)/;

/** Applies to each runner what lies after its own position. Throws only what waiting may mend. */
export async function applyPage(
  applying: Applying,
  runners: readonly Runner[],
  page: Stretch,
  checkpoints: Checkpoints,
): Promise<void> {
  for (const stretch of cutAfterErasures(applying, page)) await applyStretch(applying, runners, stretch, checkpoints);
}

/** Rows folded before an erasure go with it, and rows folded after it stay. */
function cutAfterErasures({ erasures }: Applying, { events, position }: Stretch): readonly Stretch[] {
  const cuts = events.flatMap((event, index) => (erasures[event.type] === undefined ? [] : [index + 1]));
  const stretches = cuts.map((end, index) => ({
    events: events.slice(cuts[index - 1] ?? 0, end),
    position: events[end - 1]?.position ?? position,
  }));
  return [...stretches, { events: events.slice(cuts.at(-1) ?? 0), position }];
}

/** Where a stretch fails, dividing the cohort and then the events finds the one projection and the one event at fault. */
async function applyStretch(
  applying: Applying,
  cohort: readonly Runner[],
  stretch: Stretch,
  checkpoints: Checkpoints,
): Promise<void> {
  const runners = cohort.filter(({ active, position }) => active && position < stretch.position);
  try {
    await commitStretch(applying, runners, stretch, checkpoints);
  } catch (error) {
    const [only, ...others] = runners;
    if (only === undefined || !isFaultOfTheData(error)) throw error;
    if (others.length > 0) for (const runner of runners) await applyStretch(applying, [runner], stretch, checkpoints);
    else await narrowDown(applying, only, stretch, error);
  }
}

async function narrowDown(
  applying: Applying,
  runner: Runner,
  { events, position }: Stretch,
  error: unknown,
): Promise<void> {
  const own = relevantTo(runner, applying, events);
  const half = Math.ceil(own.length / 2);
  const middle = own[half - 1];
  if (middle === undefined) throw error;
  if (own.length > 1) {
    await applyStretch(applying, [runner], { events: own.slice(0, half), position: middle.position }, "all");
    await applyStretch(applying, [runner], { events: own.slice(half), position }, "all");
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  await storeHalt(applying.pool, runner, { position: middle.position, eventId: middle.id, error: reason });
  applying.halted(runner, middle, error);
}

/** Whether it will fail again and again, and one projection and one event are at fault. */
export function isFaultOfTheData(error: unknown): boolean {
  if (error instanceof FoldFailure) return true;
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && FAULTS_OF_THE_DATA.test(error.code)
  );
}
