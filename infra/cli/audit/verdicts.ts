/** Verdicts in words: whether a history is whole, and where it first is not. */
import type { z } from "zod";
import type { ExportVerdict } from "../../../read-api/check-exported-history";
import type { historyProof } from "../../../read-api/history-proof-view";
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

/** `ownKey`: no key was given, so that the file was held against the one that it names itself. */
export function exportVerdictLines(verdict: ExportVerdict, ownKey: boolean): readonly string[] {
  const { whole, businessId, events, placeEvents, head, anchors, keyId, exportedAt, fault } = verdict;
  const counts = `${counted(events, "event")} and ${counted(placeEvents, "place event")}`;
  if (fault !== null) {
    const about = fault.type === null ? "" : ` ${fault.type} ${fault.eventId ?? ""}`;
    return [
      printable(`NOT WHOLE: line ${fault.line}, ${fault.kind}${about}. ${fault.message}`),
      `${counts} before it hold.`,
    ];
  }
  const warning =
    "Nobody gave a key, so the file was held against the one that it names itself: compare it with the service's own (GET /api/audit/keys).";
  return [
    printable(`${whole ? "Whole" : ""}: business ${businessId ?? ""}, ${counts}, chain head ${head}.`),
    printable(
      `Exported at ${exportedAt ?? ""}, signed with the key ${keyId ?? ""}; ${counted(anchors, "anchor")} hold.`,
    ),
    ...(ownKey ? [warning] : []),
  ];
}
