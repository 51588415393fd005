/** The keys that a file is held against: those of a JSON Web Key (Set), or the file's own. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { publicKeySchema } from "../../../read-api/audit/exported-history";
import type { ExportTrust } from "../../../read-api/audit/export-reading";
import { isSigned } from "../../attestation/attestor";
import { UsageError } from "../projections-command";
import { printable } from "./layout";

const one = z.object(publicKeySchema.shape);
const keyFile = z.union([
  z.object({ keys: z.array(one).min(1) }).transform(({ keys }) => keys),
  one.transform((key) => [key]),
]);

/** Without a file, a history is held against the key that it names itself. Throws UsageError where the file holds no such key. */
export function trustIn(file: string | undefined): ExportTrust {
  if (file === undefined) return { isSigned };
  const read = keyFile.safeParse(jsonIn(file));
  if (!read.success) throw new UsageError(`${file} holds no key as GET /api/audit/keys answers them.`);
  return { isSigned, keys: read.data };
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read as JSON: ${printable(error instanceof Error ? error.message : String(error))}`,
    );
  }
}
