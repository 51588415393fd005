/** `audit verify`: whether a history is whole, in the service's log or in an exported file. */
import { createReadStream } from "node:fs";
import type { OpenAudit } from "../../composition/programs/open-audit";
import { checkExportedHistory } from "../../../read-api/audit/check-exported-history";
import { provenHistory } from "../../../read-api/audit/history-proof-view";
import { json, type Output } from "./output";
import { trustIn } from "./trust";
import { exportVerdictLines, NO_KEY_GIVEN, proofLines } from "./verdicts";

const RECORDED_WITHIN_MS = 600_000;

/** True where it is whole. */
export async function verify(audit: OpenAudit, businessId: string, output: Output): Promise<boolean> {
  const proof = await proven(audit, businessId);
  for (const line of output.text ? proofLines(proof) : [json(proof)]) await output.line(line);
  return proof.whole;
}

/** The recording is kept up here, where no service runs that does. Throws where there is no such business. */
export async function proven({ engines, attestor }: OpenAudit, businessId: string) {
  const { log, storedLog, projector: positions, read } = engines;
  await positions.start();
  try {
    await positions.reached(["history_chains", "history_events"], await log.head(), RECORDED_WITHIN_MS);
    const proof = await provenHistory({ services: { storedLog, positions, attestor }, read }, businessId);
    if (proof === undefined) throw new Error("There is no such business.");
    return proof;
  } finally {
    await positions.stop();
  }
}

/** Nothing but the file is read. Without a key it proves nothing of where the file comes from, and that is told. */
export async function verifyFile(
  file: string,
  keyFile: string | undefined,
  output: Output,
): Promise<"whole" | "not whole" | "whole by its own key"> {
  const trust = trustIn(keyFile);
  const keyGiven = trust.keys !== undefined;
  const verdict = await checkExportedHistory(createReadStream(file), trust);
  const lines = output.text ? exportVerdictLines(verdict, keyGiven) : [json({ ...verdict, keyGiven })];
  for (const line of lines) await output.line(line);
  if (!keyGiven) output.note(NO_KEY_GIVEN);
  if (!verdict.whole) return "not whole";
  return keyGiven ? "whole" : "whole by its own key";
}
