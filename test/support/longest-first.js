/** Jest's order of test files, but that those come first which take longest, where no earlier run has told that they do. */
const { createRequire } = require("node:module");

/** The one that this Jest uses; a package of ours would be another one. */
const config = createRequire(createRequire(require.resolve("jest")).resolve("@jest/core")).resolve("jest-config");
const { default: Sequencer } = createRequire(config)("@jest/test-sequencer");

/** Jest goes by the size of a file, and these are small for what they start. One that is begun last ends alone. */
const longest = [
  "battery/endpoints.e2e",
  "infra/webhooks/other-processes.int",
  "e2e/falling-processes.e2e",
  "infra/event-log/eventstoredb-log.int",
  "e2e/migrate-log-kill.e2e",
  "infra/leases/other-processes.int",
  "e2e/frozen-projector.e2e",
  "support/fleet.e2e",
  "infra/event-log/postgres-log.int",
].map((file) => `/test/${file}.spec.ts`);

class LongestFirst extends Sequencer {
  sort(tests) {
    const usual = super.sort(tests);
    const rankOf = ({ duration, path }) =>
      duration === undefined ? longest.findIndex((file) => path.replaceAll("\\", "/").endsWith(file)) : -1;
    const first = usual.filter((test) => rankOf(test) >= 0).sort((left, right) => rankOf(left) - rankOf(right));
    return [...first, ...usual.filter((test) => rankOf(test) < 0)];
  }
}

module.exports = LongestFirst;
