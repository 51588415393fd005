/**
 * What this process knows of streams' commands, so that a repeated one is recognized exactly and mostly without a look.
 * A server recognizes repeated event ids only at the revision they were first expected at, or as long as it remembers.
 */
import { commandOf } from "./recorded";
import type { WireEvent } from "./wire";

export interface FirstAnswer {
  readonly revision: number;
  readonly position: number;
}

/** Every command of a stream up to and including revision `last`; -1 where the stream is empty. */
export interface StreamMemory {
  last: number;
  readonly answers: Map<string, FirstAnswer>;
  /** By event id: an event's own place, or the last one's of the append that brought it. */
  readonly byEvent: Map<string, FirstAnswer>;
}

export interface StreamMemories {
  get(stream: string): StreamMemory | undefined;
  /** Adds events that follow without a gap upon what is known; others are ignored. */
  learn(stream: string, events: readonly WireEvent[]): void;
  /** Adds an append of this process. */
  add(stream: string, commandId: string, eventIds: readonly string[], answer: FirstAnswer): void;
  /** Says that a stream holds nothing. */
  empty(stream: string): StreamMemory;
  forget(stream: string): void;
}

/** Forgets the longest unused streams once it holds more than `entriesMax` ids. */
export function createStreamMemories(entriesMax: number): StreamMemories {
  const memories = new Map<string, StreamMemory>();
  let entries = 0;
  const sizeOf = (memory: StreamMemory): number => 1 + memory.answers.size + memory.byEvent.size;
  const forget = (stream: string): void => {
    const memory = memories.get(stream);
    if (memory === undefined) return;
    memories.delete(stream);
    entries -= sizeOf(memory);
  };
  const touch = (stream: string): StreamMemory | undefined => {
    const memory = memories.get(stream);
    if (memory === undefined) return undefined;
    memories.delete(stream);
    memories.set(stream, memory);
    return memory;
  };
  const empty = (stream: string): StreamMemory => {
    forget(stream);
    const memory: StreamMemory = { last: -1, answers: new Map(), byEvent: new Map() };
    memories.set(stream, memory);
    entries += 1;
    return memory;
  };
  const change = (stream: string, memory: StreamMemory, apply: () => void): void => {
    const before = sizeOf(memory);
    apply();
    entries += sizeOf(memory) - before;
    for (const oldest of memories.keys()) {
      if (entries <= entriesMax || oldest === stream) break;
      forget(oldest);
    }
  };
  return {
    get: touch,
    empty,
    forget,
    learn: (stream, events) => {
      const memory = touch(stream) ?? (events[0]?.revision === 0 ? empty(stream) : undefined);
      if (memory !== undefined) change(stream, memory, () => takeIn(memory, events));
    },
    add: (stream, commandId, eventIds, answer) => {
      const first = answer.revision - eventIds.length + 1;
      const memory = touch(stream) ?? (first === 0 ? empty(stream) : undefined);
      if (memory?.last !== first - 1) return;
      change(stream, memory, () => {
        memory.last = answer.revision;
        memory.answers.set(commandId, answer);
        for (const id of eventIds) memory.byEvent.set(id, answer);
      });
    },
  };
}

function takeIn(memory: StreamMemory, events: readonly WireEvent[]): void {
  for (const event of events) {
    if (event.revision <= memory.last) continue;
    if (event.revision > memory.last + 1) return;
    memory.last = event.revision;
    const command = commandOf(event);
    const answer = { revision: event.revision, position: event.position };
    memory.byEvent.set(event.id, answer);
    if (command === undefined) continue;
    memory.answers.set(command, answer);
  }
}

/** The first answer to a command or to any of its events; undefined where both are new to the stream. */
export function firstAnswer(
  memory: StreamMemory,
  commandId: string,
  eventIds: readonly string[],
): FirstAnswer | undefined {
  const byCommand = memory.answers.get(commandId);
  if (byCommand !== undefined) return byCommand;
  // The last id that is known: it stands at the end of the append that brought them.
  return eventIds.map((id) => memory.byEvent.get(id)).findLast((answer) => answer !== undefined);
}
