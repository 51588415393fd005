/** `audit verify`: whether a history is whole, in the service's log or in an exported file. */
import { createReadStream } from "node:fs";
import type { OpenAudit } from "../../composition/open-audit";
import { checkExportedHistory } from "../../../read-api/check-exported-history";
import { provenHistory } from "../../../read-api/history-proof-view";
import { json, type Output } from "./output";
import { trustIn } from "./trust";
import { exportVerdictLines, proofLines } from "./verdicts";

const RECORDED_WITHIN_MS = 600_000;

/** True where it is whole. The recording is kept up here, where no service runs that does. */
export async function verify({ engines, attestor }: OpenAudit, businessId: string, output: Output): Promise<boolean> {
  const { log, storedLog, projector: positions, read } = engines;
  await positions.start();
  try {
    await positions.reached(["history_chains", "history_events"], await log.head(), RECORDED_WITHIN_MS);
    const proof = await provenHistory({ services: { storedLog, positions, attestor }, read }, businessId);
    if (proof === undefined) throw new Error("There is no such business.");
    for (const line of output.text ? proofLines(proof) : [json(proof)]) await output.line(line);
    return proof.whole;
  } finally {
    await positions.stop();
  }
}

/** True where it is whole. Nothing but the file is read. */
export async function verifyFile(file: string, keyFile: string | undefined, output: Output): Promise<boolean> {
  const trust = trustIn(keyFile);
  const verdict = await checkExportedHistory(createReadStream(file), trust);
  const lines = output.text ? exportVerdictLines(verdict, trust.keys === undefined) : [json(verdict)];
  for (const line of lines) await output.line(line);
  return verdict.whole;
}
