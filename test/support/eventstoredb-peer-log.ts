/** The protocol peer's log: streams with a server's rules, every accepted write in a file before it is answered. */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { fromWritten, toWritten, type Written } from "./eventstoredb-peer-written";

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export interface PeerEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: number;
  readonly createdTicks: string;
}

export type PeerExpectation = "any" | "none" | "exists" | bigint;

export type PeerOutcome =
  | { readonly kind: "written"; readonly revision: bigint; readonly position: number }
  | { readonly kind: "wrong"; readonly current: bigint }
  | { readonly kind: "deleted" };

interface Stream {
  readonly events: PeerEvent[];
  readonly byId: Map<string, PeerEvent>;
  last: bigint;
  /** Revisions below are hidden: what a soft delete leaves behind. */
  visibleFrom: bigint;
  softDeleted: boolean;
  tombstoned: boolean;
}

const TOMBSTONE_REVISION = 9_223_372_036_854_775_807n;
const EMPTY = Buffer.alloc(0);

export class PeerLog {
  /** Everything, in the order of positions; events of deleted streams stay, as they do until a scavenge. */
  readonly all: PeerEvent[] = [];
  private readonly streams = new Map<string, Stream>();
  private readonly listeners = new Set<() => void>();
  /** Where records began that a scavenge removed: reading may still start there. */
  private readonly removed = new Set<number>();
  private readonly file: number | undefined;
  /** Positions are never given twice, whatever somebody did to the files. */
  private highest = 0;

  /** Without a path it holds what it is told by `replicate`, and no more. */
  constructor(path: string | undefined) {
    if (path === undefined) return;
    if (existsSync(path)) this.load(path);
    this.file = openSync(path, "a");
    // A server's log never starts with a client's event.
    if (this.all.length === 0) this.write("$users", [systemEvent("$UsersInitialized", "{}")], -1n);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
  }

  onWrite(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Everybody's events, as they stand in the file. */
  written(): readonly Written[] {
    return this.all.filter((event) => !isSystem(event)).map(toWritten);
  }

  /** What somebody does who holds the files of a server: these stand there instead of everybody's events. */
  rewrite(events: readonly Written[]): void {
    const kept = [...this.all.filter(isSystem), ...events.map(fromWritten)];
    kept.sort((left, right) => left.position - right.position);
    this.replace(kept);
  }

  /**
   * What an operator does after an erasure. Gone are the events of streams with a tombstone, which itself stays, and those
   * that stream metadata has truncated; only in completed chunks, which here are those that end before a position.
   */
  scavenge(before = Infinity): number {
    const goes = (event: PeerEvent): boolean => {
      const stream = this.stream(event.stream);
      const gone = stream.tombstoned || event.revision < stream.visibleFrom;
      return event.position < before && event.type !== "$streamDeleted" && gone;
    };
    const going = this.all.filter(goes);
    for (const { position } of going) this.removed.add(position);
    this.replace(this.all.filter((event) => !goes(event)));
    return going.length;
  }

  private replace(kept: readonly PeerEvent[]): void {
    const lasts = new Map([...this.streams].map(([name, { last }]) => [name, last]));
    this.all.length = 0;
    this.streams.clear();
    for (const event of kept) this.take(event);
    for (const [name, stream] of this.streams) {
      stream.events.sort((left, right) => Number(left.revision - right.revision));
      const last = lasts.get(name) ?? -1n;
      if (stream.events.length === 0) stream.last = last;
    }
    if (this.file === undefined) return;
    ftruncateSync(this.file);
    writeSync(this.file, `${JSON.stringify({ removed: [...this.removed] })}\n${JSON.stringify(kept.map(toWritten))}\n`);
  }

  /** Takes in what the leader has written. */
  replicate(events: readonly Written[]): void {
    for (const event of events) this.take(fromWritten(event));
    for (const listener of this.listeners) listener();
  }

  /** From an index of `all` on, system events included. */
  writtenFrom(index: number): readonly Written[] {
    return this.all.slice(index).map(toWritten);
  }

  /** Whether a record begins here, or began until a scavenge. */
  knows(position: number): boolean {
    return this.all[this.indexAt(position)]?.position === position || this.removed.has(position);
  }

  /** Index of the first event at or after a position. */
  indexAt(position: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The visible events of a stream; `deleted` after a tombstone, `missing` where there are none. */
  read(name: string): readonly PeerEvent[] | "deleted" | "missing" {
    const stream = this.streams.get(name);
    if (stream?.tombstoned === true) return "deleted";
    if (stream === undefined || stream.last < 0n || stream.softDeleted) return "missing";
    const hidden = Number(stream.visibleFrom);
    return hidden === 0 ? stream.events : stream.events.slice(hidden);
  }

  append(name: string, expected: PeerExpectation, events: readonly ProposedEvent[]): PeerOutcome {
    const stream = this.stream(name);
    const verdict = judge(stream, expected, events);
    if (verdict !== "write") return verdict;
    if (stream.softDeleted) this.reveal(name, stream);
    return { kind: "written", ...this.write(name, events, stream.last) };
  }

  /** `hard` leaves a tombstone: the name can never be used again. */
  remove(name: string, expected: PeerExpectation, hard: boolean): PeerOutcome {
    const stream = this.stream(name);
    if (stream.tombstoned) return { kind: "deleted" };
    if (!holds(stream, expected)) return { kind: "wrong", current: stream.last };
    const written = hard
      ? this.write(name, [systemEvent("$streamDeleted", "")], TOMBSTONE_REVISION - 1n)
      : this.write(
          `$$${name}`,
          [systemEvent("$metadata", '{"$tb":9223372036854775807}')],
          this.stream(`$$${name}`).last,
        );
    return { kind: "written", ...written };
  }

  private reveal(name: string, stream: Stream): void {
    const meta = `$$${name}`;
    this.write(meta, [systemEvent("$metadata", `{"$tb":${(stream.last + 1n).toString()}}`)], this.stream(meta).last);
  }

  private stream(name: string): Stream {
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const fresh: Stream = {
      events: [],
      byId: new Map(),
      last: -1n,
      visibleFrom: 0n,
      softDeleted: false,
      tombstoned: false,
    };
    this.streams.set(name, fresh);
    return fresh;
  }

  private write(name: string, events: readonly ProposedEvent[], after: bigint): { revision: bigint; position: number } {
    let position = this.highest;
    let revision = after;
    const createdTicks = (BigInt(Date.now()) * 10_000n).toString();
    const recorded = events.map((event): PeerEvent => {
      // Positions are offsets in a file: they grow by uneven steps.
      position += 97 + event.data.length + event.metadata.length;
      revision += 1n;
      return { ...event, stream: name, revision, position, createdTicks };
    });
    if (this.file === undefined) throw new Error("A replica writes nothing by itself.");
    writeSync(this.file, `${JSON.stringify(recorded.map(toWritten))}\n`);
    for (const event of recorded) this.take(event);
    for (const listener of this.listeners) listener();
    return { revision, position };
  }

  private take(event: PeerEvent): void {
    this.all.push(event);
    this.highest = Math.max(this.highest, event.position);
    const stream = this.stream(event.stream);
    if (event.type === "$streamDeleted") {
      stream.tombstoned = true;
      return;
    }
    stream.events.push(event);
    stream.byId.set(event.id, event);
    stream.last = event.revision > stream.last ? event.revision : stream.last;
    if (event.type === "$metadata" && event.stream.startsWith("$$")) this.applyMetadata(event);
  }

  private applyMetadata(event: PeerEvent): void {
    const truncated = /"\$tb":(\d+)/.exec(event.data.toString("utf8"))?.[1];
    if (truncated === undefined) return;
    const stream = this.stream(event.stream.slice(2));
    const from = BigInt(truncated);
    stream.softDeleted = from === TOMBSTONE_REVISION;
    if (!stream.softDeleted) stream.visibleFrom = from;
  }

  private load(path: string): void {
    const text = readFileSync(path, "utf8");
    // A kill can tear the last line; it was never answered, so it goes.
    const whole = text.lastIndexOf("\n") + 1;
    if (whole < text.length) truncateSync(path, Buffer.byteLength(text.slice(0, whole)));
    for (const line of text.slice(0, whole).split("\n")) {
      if (line === "") continue;
      const said = JSON.parse(line) as Written[] | { removed: number[] };
      if (Array.isArray(said)) for (const written of said) this.take(fromWritten(written));
      else for (const position of said.removed) this.removed.add(position);
    }
  }
}

/** A server's own order of checks: gone, present, repeated, then the revision. */
function judge(stream: Stream, expected: PeerExpectation, events: readonly ProposedEvent[]): PeerOutcome | "write" {
  if (stream.tombstoned || (expected === "exists" && stream.softDeleted)) return { kind: "deleted" };
  const wrong: PeerOutcome = { kind: "wrong", current: stream.last };
  if (expected === "exists" && stream.last < 0n) return wrong;
  const known = events.map((event) => stream.byId.get(event.id));
  if (expected === "any" || expected === "exists") {
    if (known[0] === undefined) return "write";
    return repeatedAt(known) ?? wrong;
  }
  const wanted = expected === "none" ? -1n : expected;
  if (wanted === stream.last) return "write";
  if (wanted > stream.last) return wrong;
  const same = known.map((event, index) => (event?.revision === wanted + BigInt(index) + 1n ? event : undefined));
  if (same[0] === undefined) return expected === "none" && stream.softDeleted ? "write" : wrong;
  return repeatedAt(same) ?? wrong;
}

function repeatedAt(known: readonly (PeerEvent | undefined)[]): PeerOutcome | undefined {
  const last = known.at(-1);
  if (last === undefined || known.includes(undefined)) return undefined;
  return { kind: "written", revision: last.revision, position: last.position };
}

function holds(stream: Stream, expected: PeerExpectation): boolean {
  if (expected === "any") return true;
  if (expected === "none") return stream.last < 0n;
  return expected === "exists" ? stream.last >= 0n : stream.last === expected;
}

function systemEvent(type: string, json: string): ProposedEvent {
  return { id: crypto.randomUUID(), type, contentType: "application/json", data: Buffer.from(json), metadata: EMPTY };
}

const isSystem = ({ stream, type }: PeerEvent): boolean => stream.startsWith("$") || type.startsWith("$");
