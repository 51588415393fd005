/** Runs commands: those on different streams side by side, those that meet on one stream as one append. */
import { streamOf, type Aggregate, type Decision, type StreamOwner } from "../../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import type { Refusal } from "../../domain/fold/refusal";
import type { EventLog } from "../event-log/event-log";
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";
import type { CommandContext, CommandRunner, Executed } from "./command-runner";
import type { Command } from "./decide-batch";
import { remember, type Settling } from "./settle-batch";
import type { AnyAggregate } from "./snapshot";
import { StateCache } from "./state-cache";
import { StreamLane } from "./stream-lane";
import { catchUp } from "./stream-reader";

export interface CommandRunnerParts {
  /** The sealed log. */
  readonly log: EventLog;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Streams whose state is kept in memory; 10,000 unless told. */
  readonly cacheEntriesMax?: number;
  /** Command ids that the kept streams remember; 200,000 unless told (about 100 bytes each). */
  readonly cacheCommandsMax?: number;
  /** How often commands are decided before they give up with ContentionError; 12 unless told. */
  readonly attemptsMax?: number;
  /** Commands on one stream that are appended as one; 64 unless told. */
  readonly batchCommandsMax?: number;
}

export interface DrainableCommandRunner extends CommandRunner {
  /** Resolves once no command is under way. Commands begun meanwhile are waited for as well. */
  drain(): Promise<void>;
  /** Drops what is kept in memory of these streams, as when their owner's data key was destroyed. */
  forget(streams: readonly string[]): void;
  /** The same for whatever streams this is true of. */
  forgetWhere(isForgotten: (stream: string) => boolean): void;
}

/**
 * A command runner over a log. `execute` also throws StreamErasedError and MalformedEvent. While one append of a stream is
 * under way, further commands on it gather; they are then decided one upon the other and appended together. In an append of
 * several events, each of `Executed.events` has the position of the append's last. There must be one aggregate per category.
 */
export function createCommandRunner(parts: CommandRunnerParts): DrainableCommandRunner {
  const { log, clock, ids, attemptsMax = 12, batchCommandsMax = 64 } = parts;
  const cache = new StateCache({
    entriesMax: parts.cacheEntriesMax ?? 10_000,
    commandsMax: parts.cacheCommandsMax ?? 200_000,
  });
  const settling: Settling = { log, clock, ids, cache, attemptsMax };
  const lanes = new Map<string, StreamLane>();
  const underWay = new Set<Promise<unknown>>();

  function run(
    aggregate: AnyAggregate,
    stream: string,
    command: Command,
  ): Promise<Executed<unknown, AnyEvent> | Refusal> {
    const lane =
      lanes.get(stream) ?? new StreamLane(settling, stream, aggregate, batchCommandsMax, () => lanes.delete(stream));
    lanes.set(stream, lane);
    const answer = lane.add(command);
    underWay.add(answer);
    const done = () => underWay.delete(answer);
    answer.then(done, done);
    return answer;
  }

  return {
    async execute<State, Event extends AnyEvent>(
      aggregate: Aggregate<State, Event>,
      owner: StreamOwner,
      decide: Decision<State, Event>,
      context: CommandContext,
    ) {
      // Within a stream all states and events are of its aggregate; here, where many streams meet, their types are left aside.
      const command: Command = { decide: decide as Command["decide"], context };
      const answer = await run(anyAggregate(aggregate), streamOf(aggregate, owner), command);
      return answer as (Omit<Executed<State, Event>, "events"> & { events: readonly Recorded<Event>[] }) | Refusal;
    },
    async load<State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, owner: StreamOwner) {
      const stream = streamOf(aggregate, owner);
      const known = cache.get(stream);
      const newest = await catchUp(log, stream, anyAggregate(aggregate), known);
      remember(cache, stream, known, newest);
      return { state: newest.state as State, revision: newest.revision, position: newest.position };
    },
    async drain() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    forget(streams) {
      for (const stream of streams) cache.forget(stream);
    },
    forgetWhere(isForgotten) {
      for (const stream of cache.streams()) if (isForgotten(stream)) cache.forget(stream);
    },
  };
}

const anyAggregate = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  aggregate as unknown as AnyAggregate;
