/** What can be wrong with an exported history, and in which words it is told. */

import type { FaultKind } from "../../domain/proofs/fault";

/**
 * `truncated`: the file ends before its manifest. `manifest_forged`: that was not signed by whom it should be. `not_whole`: the
 * file is as it was written, and the service found then that the history was not.
 */
export type ExportFaultKind = FaultKind | "truncated" | "manifest_forged" | "not_whole";

/** `line` counts from 1 as editors do; `eventId` and `type` are those of the event on it, null where that is not about one. */
export interface ExportFault {
  readonly kind: ExportFaultKind;
  readonly line: number;
  readonly eventId: string | null;
  readonly type: string | null;
  readonly message: string;
}

/** Ends the reading of a file at its first fault. */
export class Faulty extends Error {
  override readonly name = "Faulty";

  constructor(readonly fault: ExportFault) {
    super(fault.message);
  }
}

/** A fault at a line, which counts from 0 here. */
export function faulty(
  kind: ExportFaultKind,
  at: number,
  message: string,
  event: { readonly id: string; readonly type: string } | null = null,
): Faulty {
  const { id: eventId, type } = event ?? { id: null, type: null };
  return new Faulty({ kind, line: at + 1, eventId, type, message });
}
