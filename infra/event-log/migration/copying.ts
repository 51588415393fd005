/** Copies a log into another one, event by event and in order, and goes on where an earlier run stopped. */
import { LogUnavailable } from "../event-log";
import type { Pair, PositionMap } from "./position-map";
import { isSame, placeOf } from "./same-event";
import { CopyRefused, engineOf, type StoredEvent, type StoredLog } from "./stored-log";
import { wholeAppends } from "./whole-appends";

export interface Copying {
  readonly source: StoredLog;
  readonly target: StoredLog;
  readonly map: PositionMap;
  /** Told how many events more are known to be in the target, found there or written. */
  readonly progress: (events: number) => void;
  /** Real time between two tries; a test has none. */
  readonly pause: (attempt: number) => Promise<void>;
}

export interface Copied {
  /** Events that an earlier run copied or found, and the map has. */
  readonly known: number;
  /** Events that were there beyond those, from an earlier run or an earlier stay of the log. */
  readonly found: number;
  readonly written: number;
}

/** Tries without any progress before the copy ends. */
const TRIES_MAX = 8;

/**
 * Afterwards every event of the source is in the target. The target is empty, or what it holds is how the source begins;
 * otherwise this throws CopyRefused and has written nothing. Throws LogUnavailable after some tries without progress.
 */
export async function copyLog(copying: Copying): Promise<Copied> {
  const { source, target, map } = copying;
  await eraseAlike(source, target);
  await forgetStrangers(copying);
  const known = await map.count();
  let [found, written] = [0, 0];
  for (let tries = 1; ; tries += 1) {
    const before = await map.last();
    try {
      found += await meet(copying);
      written += await writeOn(copying);
      return { known, found, written };
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const [known] = await map.last();
      if (known > before[0]) tries = 0;
      if (tries >= TRIES_MAX) throw error;
      await copying.pause(tries + 1);
    }
  }
}

/** What is gone in the source is gone in the target, before anything is held against it. */
async function eraseAlike(source: StoredLog, target: StoredLog): Promise<void> {
  const [gone, goneThere] = await Promise.all([source.erased(), target.erased()]);
  const strange = [...goneThere].find((stream) => !gone.has(stream));
  if (strange !== undefined)
    throw new CopyRefused(
      `${engineOf[target.kind]} holds another log: there ${strange} was erased, and here it was not.`,
    );
  await target.erase([...gone].filter((stream) => !goneThere.has(stream)));
}

/** A map whose last pair is no event of both logs is of another copy. */
async function forgetStrangers({ source, target, map }: Copying): Promise<void> {
  const last = await map.lastAfter();
  if (last === undefined) return;
  const { pair, before } = last;
  const [one, other] = await Promise.all([source.read(before[0], 1), target.read(before[1], 1)]);
  const [event, copy] = [one.events[0], other.events[0]];
  const isKnown = event?.position === pair[0] && copy?.position === pair[1] && isSame(event, copy);
  if (!isKnown) await map.clear();
}

/** Goes through what the target holds beyond the map, and gives how many events that were. */
async function meet({ source, target, map, progress }: Copying): Promise<number> {
  const [after, thereAfter] = await map.last();
  const expected = eventsOf(source, after);
  let met = 0;
  for await (const stretch of wholeAppends(target, thereAfter)) {
    const pairs: Pair[] = [];
    for (const copy of stretch) pairs.push(pairOf(target, (await expected.next()).value, copy));
    await map.add(pairs);
    met += pairs.length;
    progress(pairs.length);
  }
  await expected.return(undefined);
  return met;
}

/** While one stretch is found again in the target, the next one is being written. */
async function writeOn({ source, target, map, progress }: Copying): Promise<number> {
  let [after, there] = await map.last();
  let written = 0;
  let finding: Promise<void> = Promise.resolve();
  const found = async (stretch: readonly StoredEvent[], positions: readonly number[] | undefined): Promise<void> => {
    const pairs =
      positions === undefined
        ? await readBack(target, there, stretch)
        : stretch.map(({ position }, index): Pair => [position, positions[index] ?? there]);
    there = pairs.at(-1)?.[1] ?? there;
    await map.add(pairs);
    written += pairs.length;
    progress(pairs.length);
  };
  for await (const stretch of wholeAppends(source, after)) {
    const writing = target.append(stretch);
    const ended = await Promise.allSettled([finding, writing]);
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    finding = found(stretch, await writing);
    finding.catch(() => undefined);
    after = stretch.at(-1)?.position ?? after;
  }
  await finding;
  return written;
}

/** Where the target put what was just written. */
async function readBack(target: StoredLog, after: number, written: readonly StoredEvent[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let at = after; pairs.length < written.length;) {
    const page = await target.read(at, written.length - pairs.length);
    for (const copy of page.events) pairs.push(pairOf(target, written[pairs.length], copy));
    at = page.position;
    if (page.atHead && pairs.length < written.length)
      throw new LogUnavailable("What was written is not to be read yet.");
  }
  return pairs;
}

function pairOf(target: StoredLog, event: StoredEvent | undefined, copy: StoredEvent): Pair {
  if (event !== undefined && isSame(event, copy)) return [event.position, copy.position];
  const instead = event === undefined ? "nothing any more" : placeOf(event);
  throw new CopyRefused(
    `${engineOf[target.kind]} holds another log: its ${placeOf(copy)} stands where the log that is copied has ${instead}. ` +
      "A log is copied into an empty one, or into what an earlier copy of the same log has left.",
  );
}

async function* eventsOf(log: StoredLog, after: number): AsyncGenerator<StoredEvent, undefined> {
  for await (const stretch of wholeAppends(log, after)) yield* stretch;
  return undefined;
}
