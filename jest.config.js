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
      // A library is loaded when a file first uses it: most use few of those that the service is made of.
      module: { type: "commonjs", lazy: true },
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
    },
  ],
};

/**
 * These take longest for what they add to the others: kills, faults, other programs and long pasts. `npm test` ends within five
 * minutes on two cores without them; `THOROUGH=1 npm test` runs them too, as `.ci/run` does.
 */
const forThoroughRuns = [
  "clients/package",
  "e2e/account-export",
  "e2e/across-processes",
  "e2e/alert-texts",
  "e2e/as-of",
  "e2e/audit-command",
  "e2e/audit-looks",
  "e2e/audit-past",
  "e2e/collector",
  "e2e/collector-failures",
  "e2e/collector-program",
  "e2e/crm",
  "e2e/demo",
  "e2e/example-clients",
  "e2e/falling-processes",
  "e2e/frozen-projector",
  "e2e/heavy-looks",
  "e2e/import",
  "e2e/import-bounds",
  "e2e/import-look-ups",
  "e2e/kill",
  "e2e/migrate-log",
  "e2e/migrate-log-interrupted",
  "e2e/migrate-log-kill",
  "e2e/observations-command",
  "e2e/owner-history",
  "e2e/proof",
  "e2e/readme",
  "e2e/real-observations",
  "e2e/roles",
  "e2e/roles-on-eventstoredb",
  "e2e/scavenge",
  "e2e/shared-counts",
  "e2e/silent-log",
  "e2e/slow-lists",
  "e2e/tampering",
  "infra/cli/no-words",
  "infra/composition/audit/import-history",
  "infra/composition/programs/scrub",
  "infra/event-log/eventstoredb-access",
  "infra/event-log/eventstoredb-cluster",
  "infra/event-log/eventstoredb-erasure",
  "infra/event-log/eventstoredb-faults",
  "infra/event-log/eventstoredb-filters",
  "infra/event-log/eventstoredb-log",
  "infra/event-log/eventstoredb-silence",
  "infra/event-log/eventstoredb-neighbours",
  "infra/event-log/migration/copying",
  "infra/event-log/migration/home-lock",
  "infra/event-log/migration/log-identity",
  "infra/leases/leases",
  "infra/leases/other-processes",
  "infra/outbound/denied-addresses",
  "infra/outbound/hostile-receiver",
  "infra/outbound/unreachable-receiver",
  "infra/places-provider/failing",
  "infra/postgres/binaries",
  "infra/postgres/embedded",
  "infra/process-manager/clocks",
  "infra/process-manager/interleavings",
  "infra/process-manager/leases",
  "infra/process-manager/other-processes",
  "infra/process-manager/shards",
  "infra/projector/frozen",
  "infra/sms-provider/twilio/a2p",
  "infra/time-travel/past-states",
  "infra/webhooks/crashing",
  "infra/webhooks/endpoints",
  "infra/webhooks/other-processes",
  "infra/webhooks/sharing",
  "processors/sms-compliance",
  "support/fleet",
];

const left = (process.env.THOROUGH === "1" ? [] : forThoroughRuns).map(
  (file) => `<rootDir>/test/${file}\\.(int|e2e)\\.spec\\.ts$`,
);

function lane(name, more = {}) {
  return {
    displayName: name,
    rootDir: __dirname,
    roots: ["<rootDir>/test"],
    testEnvironment: "node",
    runtime: "<rootDir>/test/support/shared-code-runtime.js",
    testMatch: [`**/*.${name}.spec.ts`],
    testPathIgnorePatterns: ["/node_modules/", ...left],
    transform,
    // From its source: a built one is for those who install it.
    moduleNameMapper: { "^local-business-intelligence-client$": "<rootDir>/clients/typescript/src/index.ts" },
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
  testSequencer: "<rootDir>/test/support/longest-first.js",
  reporters: ["default", "<rootDir>/test/support/closing-line-reporter.js"],
  projects: [lane("unit"), lane("int", withPostgres), lane("e2e", withPostgres)],
};
