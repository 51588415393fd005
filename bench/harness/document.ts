/** docs/benchmarks.md with its pictures: what was measured, on what, against whom, and how each was set up. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, totalmem } from "node:os";
import { join } from "node:path";
import { barsOf } from "./bars";
import { shownSpread, spreadOf } from "./figures";
import type { Outcome } from "./outcome";
import type { Part } from "./part";
import { peerVersions } from "./peers";
import { pgbenchVersion } from "./pgbench";
import { cellsOf, faultsOf } from "./table";

const DOCS = join(__dirname, "..", "..", "docs");
const PICTURES = join(DOCS, "benchmarks");
const INTRODUCTION = `Written by \`npm run bench\`. Every figure is the median of rounds in which all took turns, behind one round to warm up, with the
least and the most in parentheses; a ratio is the median of the rounds' ratios. Whoever is measured has a process of its own, and
so has the load; save where a part says otherwise, the service is compiled, as containers run it, and no loader stands behind anyone.
Every Node among them, the peers' too, may have a young generation of 32 MB, as the service has.
PostgreSQL is the bench's own, on disk, with fsync on. Lost, doubled and out of order count what was acknowledged and is not there
once and in its place: a speed with a loss is no result.`;

/** On what it ran, in a line. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? "?";
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? "?"}, ${gigabytes} GB, ${platform()}; load ${load} at the end`;
}

const BUSY = `**The machine was busy with other work, so these figures are no measure of what is reachable**: whoever is measured waited for
others most of the time.`;
/** Above this for each core the load is not the bench's own. */
const LOAD_PER_CORE = 2.5;

const isBusy = (): boolean => (loadavg()[0] ?? 0) > LOAD_PER_CORE * cpus().length;

const markdown = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows.map((row) => `| ${row.join(" | ")} |`);
  return [head, `|${rows[0]?.map(() => " --- |").join("") ?? ""}`, ...body].join("\n");
};

/** How each did in each workload. */
function playedTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ workload: { name, unit }, played }) =>
    played.map(({ contender, samples, faults }) => {
      const spread = shownSpread(spreadOf(samples.map(({ value }) => value)));
      return [name, contender.name, `${spread} ${unit}`, String(samples.length), faultsOf(faults)];
    }),
  );
  return markdown([["work", "who", "figure", "rounds", "lost/doubled/disordered"], ...rows]);
}

/** `folder`: of the pictures, as seen from the document. */
function section(outcomes: readonly Outcome[], folder: string): string {
  const [first] = outcomes;
  if (first === undefined) return "";
  const { name, about, picture } = first.part;
  writeFileSync(join(PICTURES, `${name}.svg`), picture?.() ?? barsOf(outcomes));
  const setUps = new Map(outcomes.flatMap(({ workload }) => workload.contenders.map((one) => [one.setUp, one.name])));
  const list = [...setUps].map(([setUp, who]) => `- **${who}**: ${setUp}.`);
  return [`## ${name}`, about, `![${about}](${folder}${name}.svg)`, playedTable(outcomes), list.join("\n")].join(
    "\n\n",
  );
}

/** What is played alone has a document beside the pictures, where it was played. */
function playedAlone(): readonly string[] {
  const names = readdirSync(PICTURES).filter((name) => name.endsWith(".md"));
  const links = names.map((name) => `[${name.replace(/\.md$/, "")}](benchmarks/${name})`);
  return links.length === 0 ? [] : [`What takes longer is played alone: ${links.join(", ")}.`];
}

/** When it was measured, on what, with which versions. */
function measured(serverVersion: string): readonly string[] {
  const peers = Object.entries(peerVersions()).map(([name, version]) => `${name} ${version}`);
  const versions = [
    `Node ${process.version}`,
    `PostgreSQL ${serverVersion}`,
    ...peers,
    pgbenchVersion() ?? "no pgbench",
  ];
  const line = `${new Date().toISOString().slice(0, 10)}, ${machine()}. ${versions.join(", ")}.`;
  return isBusy() ? [line, BUSY] : [line];
}

/** The verdicts, and what stands in the way of targets that were missed, where that is known. */
function verdictsIn(outcomes: readonly Outcome[]): readonly string[] {
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  const obstacles = rows.flatMap(({ work, against, target, obstacle }) =>
    obstacle === undefined ? [] : [`- ${work}, ${target} (${against}): ${obstacle}`],
  );
  const table = markdown(cellsOf(rows));
  return obstacles.length === 0
    ? [table]
    : [table, "What stands in the way of targets that were missed, as far as it was measured:", obstacles.join("\n")];
}

/** Writes the document and a picture of each part. */
export function writeDocument(outcomes: readonly Outcome[], serverVersion: string): void {
  mkdirSync(PICTURES, { recursive: true });
  const parts = [...new Set(outcomes.map(({ part }) => part))];
  const sections = parts.map((part) =>
    section(
      outcomes.filter((outcome) => outcome.part === part),
      "benchmarks/",
    ),
  );
  const head = ["# Benchmarks", INTRODUCTION, ...playedAlone(), ...measured(serverVersion)];
  writeFileSync(join(DOCS, "benchmarks.md"), `${[...head, ...verdictsIn(outcomes), ...sections].join("\n\n")}\n`);
}

/** Writes the document and the picture of a part that is played alone. */
export function writeOwnDocument(part: Part, outcomes: readonly Outcome[], serverVersion: string): void {
  mkdirSync(PICTURES, { recursive: true });
  const own = outcomes.filter((outcome) => outcome.part === part);
  const head = [`# Benchmark: ${part.name}`, `Written by \`npm run bench ${part.name}\`.`, ...measured(serverVersion)];
  writeFileSync(join(PICTURES, `${part.name}.md`), `${[...head, ...verdictsIn(own), section(own, "")].join("\n\n")}\n`);
}

/** Writes how all parts do on ten times the data: the figures alone, since pictures are of the usual data. */
export function writeGrowth(outcomes: readonly Outcome[], serverVersion: string): void {
  mkdirSync(PICTURES, { recursive: true });
  const about =
    "Written by `npm run bench -- --growth`: the service on ten times the data, against itself on the usual.";
  const head = ["# Benchmark: growth", about, ...measured(serverVersion)];
  writeFileSync(
    join(PICTURES, "growth.md"),
    `${[...head, ...verdictsIn(outcomes), playedTable(outcomes)].join("\n\n")}\n`,
  );
}
