/** Holds two logs against each other, event by event: the same ones, with the same contents, in the same order. */
import { chained, eventDigest, GENESIS } from "../../../domain/fold/event-digest";
import { differencesOf, isSame, placeOf } from "./same-event";
import { engineOf, type StoredEvent, type StoredLog } from "./stored-log";
import { wholeAppends } from "./whole-appends";

/** A history as it was recorded when its events were new: so many of them, and the head of their chain. */
export interface RecordedChain {
  readonly events: number;
  readonly head: string;
}

export interface Chains {
  /** Whose history an event is part of; undefined for none. */
  readonly historyOf: (event: StoredEvent) => string | undefined;
  /** By whose history it is. */
  readonly recorded: ReadonlyMap<string, RecordedChain>;
  /** Up to where was recorded, in the one of the two logs that was in use then. */
  readonly upTo: { readonly of: "source" | "target"; readonly position: number };
}

export interface Checking {
  readonly source: StoredLog;
  readonly target: StoredLog;
  readonly chains: Chains;
  /** Told how many events more were compared. */
  readonly progress: (events: number) => void;
}

export interface Checked {
  readonly events: number;
  readonly streams: number;
  readonly histories: number;
  /** Where either log ended. */
  readonly ends: { readonly source: number; readonly target: number };
  /** Events of the target beyond the end of the source: none after a copy, some where it is in use since. */
  readonly beyond: number;
  /** Sentences; none where all is well. At most FAULTS_MAX, as one fault has many consequences. */
  readonly faults: readonly string[];
}

/** No more than these are looked for. */
export const FAULTS_MAX = 20;

/** Throws LogUnavailable. Reads both logs once, from their beginnings to their ends. */
export async function checkCopy(checking: Checking): Promise<Checked> {
  const { source, target, chains, progress } = checking;
  const found = new Findings(chains);
  const theirs = eventsOf(target);
  const ends = { source: 0, target: 0 };
  for await (const stretch of wholeAppends(source, 0)) {
    for (const event of stretch) {
      const { value: copy } = await theirs.next();
      found.take(event, copy, target);
      ends.source = event.position;
      ends.target = copy?.position ?? ends.target;
      if (found.isEnough) return found.ended(ends, 0);
    }
    progress(stretch.length);
  }
  let beyond = 0;
  for await (const copy of theirs) {
    beyond += 1;
    found.takeBeyond(copy);
    ends.target = copy.position;
  }
  await compareErased(checking, found);
  found.compareChains();
  return found.ended(ends, beyond);
}

async function compareErased({ source, target }: Checking, found: Findings): Promise<void> {
  const [gone, goneThere] = await Promise.all([source.erased(), target.erased()]);
  for (const stream of gone)
    if (!goneThere.has(stream)) found.fault(`${stream} was erased, but not in ${engineOf[target.kind]}.`);
}

async function* eventsOf(log: StoredLog): AsyncGenerator<StoredEvent, undefined> {
  for await (const stretch of wholeAppends(log, 0)) yield* stretch;
  return undefined;
}

class Findings {
  readonly #faults: string[] = [];
  readonly #revisions = new Map<string, number>();
  readonly #chains = new Map<string, { events: number; head: string }>();
  #events = 0;

  constructor(private readonly chains: Chains) {}

  get isEnough(): boolean {
    return this.#faults.length >= FAULTS_MAX;
  }

  fault(sentence: string): void {
    if (!this.isEnough) this.#faults.push(sentence);
  }

  take(event: StoredEvent, copy: StoredEvent | undefined, target: StoredLog): void {
    this.#events += 1;
    const there = engineOf[target.kind];
    if (copy === undefined) return this.fault(`${placeOf(event)} is not in ${there}.`);
    if (!isSame(event, copy)) {
      const differing = differencesOf(event, copy).join(", ");
      return this.fault(`${placeOf(event)} and ${placeOf(copy)} in ${there} differ in ${differing}.`);
    }
    const before = this.#revisions.get(copy.stream) ?? -1;
    if (copy.revision <= before) this.fault(`${placeOf(copy)} in ${there} stands after revision ${before}.`);
    this.#revisions.set(copy.stream, copy.revision);
    this.#chain({ source: event.position, target: copy.position }, copy);
  }

  takeBeyond(copy: StoredEvent): void {
    this.#chain({ source: Infinity, target: copy.position }, copy);
  }

  /** A history is chained as it was recorded: in the order of the log, up to where it was recorded. */
  #chain(at: Readonly<Record<"source" | "target", number>>, event: StoredEvent): void {
    const { upTo, historyOf } = this.chains;
    const owner = at[upTo.of] > upTo.position ? undefined : historyOf(event);
    if (owner === undefined) return;
    const { events, head } = this.#chains.get(owner) ?? { events: 0, head: GENESIS };
    this.#chains.set(owner, { events: events + 1, head: chained(head, eventDigest(event)) });
  }

  compareChains(): void {
    const { recorded } = this.chains;
    for (const owner of new Set([...recorded.keys(), ...this.#chains.keys()])) {
      const [was, is] = [recorded.get(owner), this.#chains.get(owner)];
      if (was?.head === is?.head && was?.events === is?.events) continue;
      this.fault(
        `The history of ${owner} is not the one that was recorded: ${is?.events ?? 0} events, recorded were ` +
          `${was?.events ?? 0}. "npm run audit -- verify ${owner}" in the log that is copied tells more.`,
      );
    }
  }

  ended(ends: Checked["ends"], beyond: number): Checked {
    const counts = { events: this.#events, streams: this.#revisions.size, histories: this.#chains.size };
    return { ...counts, ends, beyond, faults: this.#faults };
  }
}
