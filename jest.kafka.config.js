/** The lane of tests against a real Kafka, which needs Java and Maven beside Node: `npm run test:kafka`. */
const { projects, ...run } = require("./jest.config.js");

const withPostgres = projects.find(({ displayName }) => displayName === "int");

/** @type {import("jest").Config} */
module.exports = {
  ...run,
  projects: [
    {
      ...withPostgres,
      displayName: "kafka",
      testMatch: ["**/*.kafka.spec.ts"],
      globalSetup: "<rootDir>/test/support/start-kafka.ts",
      globalTeardown: "<rootDir>/test/support/stop-kafka.ts",
    },
  ],
};
