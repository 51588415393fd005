/** A small history in memory, with a place that its business watched and an anchor, and its export. */
import { anchorText } from "../../domain/anchors";
import type { EventMetadata, Recorded } from "../../domain/fold/event";
import { chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import { createAttestor, type Attestor } from "../../infra/attestation/attestor";
import type { EventLog } from "../../infra/event-log/event-log";
import { exportLines } from "../../read-api/audit/export-lines";

export const ownAttestor = createAttestor(Buffer.alloc(32, 7));
export const EXPORTED_AT = "2026-02-01T12:00:00.000Z";

type Given = Pick<Recorded, "type" | "stream" | "data"> & { readonly sealed?: unknown };

const place = (rating: number): Given => ({
  type: "PlaceChanged",
  stream: "place-p1",
  data: { placeId: "p1", rating },
});
const added: Given = {
  type: "CompetitorAdded",
  stream: "competitors-b1",
  data: { businessId: "b1", placeId: "p1", claim: { name: "Fjord Coffee" } },
  sealed: { businessId: "b1", placeId: "p1", claim: { name: { $sealed: "v1.abc" } } },
};
const created: Given = { type: "BusinessCreated", stream: "business-b1", data: { businessId: "b1", placeId: null } };
const edited = (city: string): Given => ({ type: "BusinessProfileEdited", stream: "business-b1", data: { city } });

/** Events in the order of a log, positions 1 and on; each revision is that of its stream. */
export function recorded(given: readonly Given[]): readonly Recorded[] {
  const revisions = new Map<string, number>();
  return given.map(({ type, stream, data, sealed }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const id = `event-${index + 1}`;
    const by = { actor: { kind: "user", id: "ada" } as const, commandId: id, correlationId: id, causationId: id };
    const metadata: EventMetadata = { businessId: "b1", ...by, occurredAt: EXPORTED_AT, schemaVersion: 1 };
    const event = { id, type, data, metadata, stream, revision, position: index + 1 };
    return sealed === undefined ? event : { ...event, stored: { ...event, data: sealed } };
  });
}

/** Signs the head of what the business did so far. */
function anchorOf(history: readonly Given[], { publicKey, sign }: Attestor): Given {
  const own = recorded(history).filter(({ stream }) => stream !== "place-p1");
  const head = own.reduce((before, event) => chained(before, eventDigest(event)), GENESIS);
  const { kid: keyId } = publicKey;
  const said = { businessId: "b1", count: own.length, head, previous: null, anchoredAt: EXPORTED_AT, keyId };
  return { type: "HistoryAnchored", stream: "anchors-b1", data: { ...said, signature: sign(anchorText(said)) } };
}

const before = [place(4.1), created, added, place(4.2), edited("Oslo")];
export const smallHistory = recorded([...before, anchorOf(before, ownAttestor), edited("Bergen"), place(4.3)]);

/** A log of nothing but these events. */
export function logOf(events: readonly Recorded[]): Pick<EventLog, "readStream" | "head"> {
  return {
    head: () => Promise.resolve(events.at(-1)?.position ?? 0),
    readStream: (stream, { from = 0, limit } = {}) =>
      Promise.resolve(
        events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit ?? events.length),
      ),
  };
}

/** The lines of a business's export, each with its newline. */
export async function exported(
  events: readonly Recorded[] = smallHistory,
  attestor = ownAttestor,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const sources = { log: logOf(events) as EventLog, attestor };
  for await (const line of exportLines(sources, "b1", EXPORTED_AT)) lines.push(line);
  return lines;
}
