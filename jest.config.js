/**
 * The lanes of `npm test`, by suffix: unit (no I/O), int (real Postgres), e2e (HTTP). `npx jest --selectProjects unit` runs one.
 * Lanes that need more than Node have a config of their own beside this one.
 */
const { availableParallelism } = require("node:os");

const transform = {
  "^.+\\.ts$": [
    "@swc/jest",
    {
      swcrc: false,
      sourceMaps: "inline",
      module: { type: "commonjs" },
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
    },
  ],
};

/**
 * These take longest for what they add to the others: kills, faults, other programs and long pasts. `npm test` ends within five
 * minutes on two cores without them; `THOROUGH=1 npm test` runs them too, as `.ci/run` does.
 */
const forThoroughRuns = [
  "e2e/as-of",
  "e2e/audit-command",
  "e2e/collector-failures",
  "e2e/collector-program",
  "e2e/frozen-projector",
  "e2e/heavy-looks",
  "e2e/import-bounds",
  "e2e/import-look-ups",
  "e2e/kill",
  "e2e/migrate-log",
  "e2e/migrate-log-interrupted",
  "e2e/migrate-log-kill",
  "e2e/roles",
  "e2e/roles-on-eventstoredb",
  "e2e/scavenge",
  "e2e/shared-counts",
  "e2e/silent-log",
  "infra/composition/audit/import-history",
  "infra/composition/programs/scrub",
  "infra/event-log/eventstoredb-cluster",
  "infra/event-log/eventstoredb-erasure",
  "infra/event-log/eventstoredb-faults",
  "infra/event-log/eventstoredb-filters",
  "infra/event-log/eventstoredb-silence",
  "infra/event-log/migration/copying",
  "infra/event-log/migration/home-lock",
  "infra/event-log/migration/log-identity",
  "infra/leases/leases",
  "infra/leases/other-processes",
  "infra/outbound/hostile-receiver",
  "infra/outbound/unreachable-receiver",
  "infra/postgres/embedded",
  "infra/process-manager/interleavings",
  "infra/process-manager/leases",
  "infra/process-manager/shards",
  "infra/projector/frozen",
  "infra/webhooks/crashing",
  "infra/webhooks/other-processes",
  "support/fleet",
];

/**
 * These count seconds of the wall clock and work in hand while processes fall, and have not been steady on a busy machine:
 * `SOAK=1 npm test` runs them too. None of them may be relied on until they are.
 */
const forSoaking = ["e2e/falling-processes", "infra/process-manager/other-processes"];
const left = [
  ...(process.env.THOROUGH === "1" ? [] : forThoroughRuns),
  ...(process.env.SOAK === "1" ? [] : forSoaking),
].map((file) => `<rootDir>/test/${file}\\.(int|e2e)\\.spec\\.ts$`);

function lane(name, more = {}) {
  return {
    displayName: name,
    rootDir: __dirname,
    roots: ["<rootDir>/test"],
    testEnvironment: "node",
    testMatch: [`**/*.${name}.spec.ts`],
    testPathIgnorePatterns: ["/node_modules/", ...left],
    transform,
    ...more,
  };
}

/** One embedded Postgres for the whole run; jest starts it only when a test of these lanes is to run. */
const withPostgres = {
  globalSetup: "<rootDir>/test/support/start-postgres.ts",
  globalTeardown: "<rootDir>/test/support/stop-postgres.ts",
};

/** @type {import("jest").Config} */
module.exports = {
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
  testTimeout: 30_000,
  reporters: ["default", "<rootDir>/test/support/closing-line-reporter.js"],
  projects: [lane("unit"), lane("int", withPostgres), lane("e2e", withPostgres)],
};
