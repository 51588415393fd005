/** `audit export` and `audit import`: a history into a file, and back into a service that has nothing yet. */
import { createWriteStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SingleBar } from "cli-progress";
import { aggregates } from "../../composition/catalogue/aggregates";
import { ImportRefused } from "../../composition/audit/import-check";
import { importHistory } from "../../composition/audit/import-history";
import type { OpenAudit } from "../../composition/programs/open-audit";
import { createEventCatalog } from "../../sealing/event-catalog";
import { exportLines } from "../../../read-api/audit/export-lines";
import { counted } from "./layout";
import { json, type Output } from "./output";
import { proven } from "./proving";
import { trustIn } from "./trust";

/**
 * A file of its own is never written over, and only its owner may read it: personal fields are open in it. True where the
 * history is whole; where it is not, the file says so as well.
 */
export async function exportTo(
  audit: OpenAudit,
  businessId: string,
  file: string | undefined,
  standardOutput: Writable,
  output: Pick<Output, "note">,
): Promise<boolean> {
  const { engines, attestor } = audit;
  const { log, clock } = engines;
  const proof = await proven(audit, businessId);
  const lines = Readable.from(exportLines({ log, attestor }, businessId, clock.now().toISOString(), proof));
  if (file === undefined) await pipeline(lines, standardOutput, { end: false });
  else await pipeline(lines, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  if (!proof.whole) output.note(`The history that was exported is not whole. ${proof.fault?.message ?? ""}`.trimEnd());
  return proof.whole;
}

/** True where it was read back; false where the file is not whole. Throws ImportRefused where it is not the file's fault. */
export async function importFrom(
  { engines: { log } }: OpenAudit,
  file: string,
  keyFile: string | undefined,
  output: Output,
): Promise<boolean> {
  const trust = trustIn(keyFile);
  // Held open, so that both readings are of one file, whatever takes its name meanwhile.
  const handle = await open(file);
  const progress = showProgress((await handle.stat()).size);
  try {
    const parts = { log, catalog: createEventCatalog(aggregates) };
    const { verdict, appended, anchorsLeftOut } = await importHistory(parts, () => progress.watch(handle), trust);
    progress.stop();
    const said = [
      `${counted(appended, "event")} of business ${verdict.businessId ?? ""} read back; the tables show them once the service runs.`,
      ...(anchorsLeftOut === 0
        ? []
        : [
            `${counted(anchorsLeftOut, "anchor")} left out: they sign what the other service sealed with its own keys.`,
          ]),
    ];
    const { businessId } = verdict;
    for (const line of output.text ? said : [json({ businessId, appended, anchorsLeftOut })]) await output.line(line);
    return true;
  } catch (error) {
    progress.stop();
    if (!(error instanceof ImportRefused) || error.verdict === undefined) throw error;
    for (const line of output.text ? [error.message] : [json(error.verdict)]) await output.line(line);
    return false;
  } finally {
    await handle.close();
  }
}

/** On a terminal, a bar over both readings of the file: the check, and the appends. */
function showProgress(bytes: number) {
  const bar = new SingleBar({ format: "{bar} {percentage}% | {eta_formatted} left" });
  bar.start(Math.max(2 * bytes, 1), 0);
  let before = 0;
  return {
    async *watch(handle: FileHandle): AsyncGenerator<Uint8Array> {
      const stream = handle.createReadStream({ start: 0, autoClose: false });
      for await (const chunk of stream) {
        yield chunk as Uint8Array;
        bar.update(before + stream.bytesRead);
      }
      before += bytes;
    },
    stop: () => bar.stop(),
  };
}
