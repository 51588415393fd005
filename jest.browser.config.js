/** The lane of tests in a real browser, which needs Chromium beside Node: `npm run test:browser`. */
const { projects, ...run } = require("./jest.config.js");

const withPostgres = projects.find(({ displayName }) => displayName === "int");

/** @type {import("jest").Config} */
module.exports = {
  ...run,
  testTimeout: 180_000,
  projects: [{ ...withPostgres, displayName: "browser", testMatch: ["**/*.browser.spec.ts"] }],
};
