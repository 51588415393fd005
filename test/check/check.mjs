/** Runs everything that can be checked without running the program, side by side: a line for each as it ends, and what failed last. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const rooms = ["domain", "commands", "projections", "read-api", "processors", "infra", "clients", "test", "bench"];
const present = rooms.filter((room) => existsSync(join(root, room)));

/** Two lanes: one check at a time would leave the second core idle, more would fight for the two. */
const lanes = [
  // Types, and lint without a cache: that goes by each file's own text, and what a rule says of types depends on other files too.
  [["typescript", process.execPath, [join(import.meta.dirname, "typescript.mjs")]]],
  [
    ["format", "prettier", ["--check", "--cache", "--log-level", "warn", "."]],
    ["architecture", "depcruise", ["--config", ".dependency-cruiser.cjs", ...present]],
    ["unused", "knip", ["--no-progress"]],
    // What is committed; that it is what the declarations give is a test of its own.
    ["document", "spectral", ["lint", "--fail-severity", "hint", "--quiet", "docs/openapi.json"]],
    ["opinion", "redocly", ["lint", "--config", "redocly.yaml", "docs/openapi.json"]],
  ],
];

/** Redocly would tell its makers of each run, and look whether there is a newer one. */
const alone = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

function run([name, program, options]) {
  const began = performance.now();
  const output = [];
  // Node itself is named by its whole path.
  const bin = resolve(root, "node_modules", ".bin", program);
  const child = spawn(bin, options, {
    cwd: root,
    env: { ...process.env, ...alone },
    // What npm installs is a script there; Node is a program, whose path a shell would cut at a space.
    shell: process.platform === "win32" && program !== process.execPath,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  return new Promise((settle) => {
    let over = false;
    const end = (passed) => {
      if (over) return;
      over = true;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${name.padEnd(14)}${passed ? "passed" : "FAILED"}${seconds.padStart(8)} s`);
      settle({ name, passed, output: Buffer.concat(output).toString() });
    };
    child.once("error", (error) => {
      output.push(Buffer.from(error.message));
      end(false);
    });
    child.once("close", (status) => end(status === 0));
  });
}

async function runLane(checks) {
  const results = [];
  for (const check of checks) results.push(await run(check));
  return results;
}

const results = (await Promise.all(lanes.map(runLane))).flat();
for (const { name, passed, output } of results) {
  if (!passed) console.log(`\n--- ${name}\n${output.trim()}`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
