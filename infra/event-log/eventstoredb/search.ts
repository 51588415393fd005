/**
 * A page of rare events out of a long log. A read says nothing until it has found something, which may take the server
 * minutes, and looks like a server that is gone; a subscription tells by its checkpoints how far it has looked.
 */
import type { ReadResp } from "@eventstore/db-client/generated/streams_pb";
import { converse } from "./conversation";
import { NoAnswer } from "./failures";
import type { OfficialClient } from "./official-client";
import type { Scan } from "./reads";
import { checkpointOf, eventOf, readAllRequest, type WireEvent } from "./wire";

export interface Wanted {
  /** Exclusive. */
  readonly after: number;
  readonly types: readonly string[];
  readonly limit: number;
  /** The end of the log as it was before. */
  readonly end: number;
}

/** A page is handed over after this long, however little is in it: its position has moved. */
const PAGE_MS = 500;

export function searchOnce(
  client: OfficialClient,
  { after, types, limit, end }: Wanted,
  idleMs: number,
): Promise<Scan> {
  const events: WireEvent[] = [];
  const until = performance.now() + PAGE_MS;
  let position = after;
  const take = (answer: ReadResp): Scan | undefined => {
    if (answer.hasCaughtUp()) return { events, position: Math.max(position, end), atHead: true };
    const event = eventOf(answer);
    position = Math.max(position, event?.position ?? checkpointOf(answer) ?? position);
    if (event !== undefined) events.push(event);
    // At the end, also on servers that do not say so.
    if (position >= end) return { events, position, atHead: true };
    const enough = events.length === limit || (position > after && performance.now() >= until);
    return enough ? soFar() : undefined;
  };
  const soFar = (): Scan => ({ events, position, atHead: false });
  const ended = (): never => {
    throw new NoAnswer("The server ended a search.");
  };
  return converse(client, client.follow(readAllRequest({ from: after, types })), idleMs, {
    take,
    ended,
    silent: () => (position > after ? soFar() : undefined),
  });
}
