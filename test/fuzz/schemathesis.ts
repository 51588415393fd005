/** One run of schemathesis against the service: as one caller, in some phases, by one seed. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Left out is what a correct service fails: to be answered 200 by whatever the document allows, where the rest is a matter
 * of what there is and of what was asked before.
 */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
];

/** What a request may be answered with that the document does not allow. */
const SETTINGS = `[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 428, 429, 431]
`;

/** Lines of JSON are a text to schemathesis, which it would not know how to send. */
const HOOKS = `import schemathesis

@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8")
`;

export const phases = ["examples", "coverage", "fuzzing", "stateful"] as const;
export type Phase = (typeof phases)[number];

export interface Campaign {
  readonly url: string;
  readonly documentFile: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly phases: readonly Phase[];
  readonly seed: number;
  readonly cases: number;
}

export interface Ended {
  /** 0 where nothing was found, 1 where something was, anything else where the run itself failed. */
  readonly code: number;
  /** What was asked and answered, an event a line. */
  readonly eventsFile: string;
  /** What it printed. */
  readonly outputFile: string;
}

/** `name` keeps the files of several runs in a folder apart. */
export async function runSchemathesis(
  program: string,
  campaign: Campaign,
  folder: string,
  name: string,
): Promise<Ended> {
  const eventsFile = join(folder, `${name}.ndjson`);
  const outputFile = join(folder, `${name}.txt`);
  const settingsFile = join(folder, "schemathesis.toml");
  const hooksFile = join(folder, "hooks.py");
  await writeFile(hooksFile, HOOKS);
  await writeFile(settingsFile, `hooks = ${JSON.stringify(hooksFile)}\n\n${SETTINGS}`);
  const args = [
    ...["--config-file", settingsFile, "run", campaign.documentFile, "--url", campaign.url],
    ...Object.entries(campaign.headers).flatMap(([header, value]) => ["--header", `${header}: ${value}`]),
    ...["--checks", CHECKS.join(","), "--phases", campaign.phases.join(","), "--continue-on-failure"],
    ...["--seed", String(campaign.seed), "--max-examples", String(campaign.cases), "--no-shrink"],
    // What it keeps of earlier runs would make this one another.
    ...["--generation-database", "none", "--generation-with-security-parameters", "false"],
    ...["--suppress-health-check", "all", "--request-timeout", "60", "--warnings", "off", "--no-color"],
    ...["--report", "ndjson", "--report-ndjson-path", eventsFile, "--output-sanitize", "false"],
  ];
  // Sets of names have the same order in every run.
  const env = { ...process.env, PYTHONHASHSEED: "0", PYTHONUTF8: "1", COLUMNS: "120" };
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = createWriteStream(outputFile);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const stop = (): void => void child.kill("SIGINT");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (ended) => resolve(ended ?? 2));
  });
  process.off("SIGINT", stop).off("SIGTERM", stop);
  await new Promise<void>((resolve) => output.end(resolve));
  return { code, eventsFile, outputFile };
}
