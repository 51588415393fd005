/** The lane of tests against a real Kafka, which needs Java and Maven beside Node: `npm run test:kafka`. */
const { projects, ...run } = require("./jest.config.js");

/**
 * Minutes of load and faults, which add little to the tests of each kind of fall beside them: `SOAK=1 npm run test:kafka` runs them
 * too. The lane is to end within three minutes on two cores without them.
 */
const forSoaking = ["e2e/falling-ingest"];
const left = process.env.SOAK === "1" ? [] : forSoaking.map((file) => `<rootDir>/test/${file}\\.kafka\\.spec\\.ts$`);

const withPostgres = projects.find(({ displayName }) => displayName === "int");

/** @type {import("jest").Config} */
module.exports = {
  ...run,
  projects: [
    {
      ...withPostgres,
      displayName: "kafka",
      testMatch: ["**/*.kafka.spec.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...left],
      globalSetup: "<rootDir>/test/support/start-kafka.ts",
      globalTeardown: "<rootDir>/test/support/stop-kafka.ts",
    },
  ],
};
