/** Verdicts in words: whether a history is whole, and where it first is not. */
import type { z } from "zod";
import type { ExportVerdict } from "../../../read-api/audit/check-exported-history";
import type { historyProof } from "../../../read-api/audit/history-proof-view";
import { counted, printable } from "./layout";

type HistoryProof = z.output<typeof historyProof>;

export function proofLines({
  whole,
  events,
  head,
  anchored,
  removed,
  fault,
  publicKey,
}: HistoryProof): readonly string[] {
  if (removed !== null)
    return [
      `The business was removed at ${removed.at} (${removed.reason}): ${counted(removed.events, "event")} erased, last chain head ${removed.chainHead ?? "unknown"}.`,
      fault === null ? "Nothing of its history is left." : `NOT WHOLE: ${faultText(fault)}`,
      ...(removed.signed || fault !== null ? [] : ["The record of the removal is not signed: nothing proves it."]),
    ];
  const anchors =
    anchored === null
      ? "No anchor covers any of it yet."
      : `Anchored over ${counted(anchored.count, "event")} at ${anchored.anchoredAt}, key ${publicKey.kid}.`;
  if (whole) return [`Whole: ${counted(events, "event")}, chain head ${head}.`, anchors];
  return [
    `NOT WHOLE: ${fault === null ? "" : faultText(fault)}`,
    `${counted(events, "event")} before it hold, chain head ${head}.`,
    anchors,
  ];
}

function faultText({ kind, type, stream, revision, position, message }: NonNullable<HistoryProof["fault"]>): string {
  const where =
    type === null ? "" : ` ${type} (${stream ?? ""}, revision ${revision ?? ""}, position ${position ?? ""})`;
  return printable(`${kind}${where}. ${message}`);
}

/** Anybody can make up a history and sign it with a key of their own. */
export const NO_KEY_GIVEN =
  "Nobody gave a key, so the file was held against the one that it names itself, which anybody can make: compare it with the service's own (--key, GET /api/audit/keys).";

/** Where no `keyGiven` is, the file was held against the one that it names itself. */
export function exportVerdictLines(verdict: ExportVerdict, keyGiven: boolean): readonly string[] {
  const { businessId, events, placeEvents, head, anchors, keyId, exportedAt, fault } = verdict;
  const counts = `${counted(events, "event")} and ${counted(placeEvents, "place event")}`;
  if (fault !== null) {
    const about = fault.type === null ? "" : ` ${fault.type} ${fault.eventId ?? ""}`;
    return [
      printable(`NOT WHOLE: line ${fault.line}, ${fault.kind}${about}. ${fault.message}`),
      `${counts} before it hold.`,
    ];
  }
  return [
    printable(
      `${keyGiven ? "Whole" : "Whole by the file's own key alone"}: business ${businessId ?? ""}, ${counts}, chain head ${head}.`,
    ),
    printable(
      `Exported at ${exportedAt ?? ""}, signed with the key ${keyId ?? ""}; ${counted(anchors, "anchor")} hold.`,
    ),
  ];
}
