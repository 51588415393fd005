/** A collector that could ask nobody, or hand in nothing, does not begin. */
import { openCollector } from "../../../../infra/composition/programs/collector";
import { loadConfig } from "../../../../infra/config/config";
import { silentLogger } from "../../../../infra/logging/logger";
import { TestClock } from "../../../support/test-clock";

const token = { COLLECTOR_TOKEN: "a-token-of-at-least-24-characters" };
const key = { PLACES_API_KEY: "a-key" };

test.each<[NodeJS.ProcessEnv, readonly string[]]>([
  [{}, ["PLACES_API_KEY", "COLLECTOR_TOKEN"]],
  [token, ["PLACES_API_KEY"]],
  [key, ["COLLECTOR_TOKEN"]],
])("with %j alone, it names what is missing", (environment, missing) => {
  const parts = { config: loadConfig(environment), clock: new TestClock(), logger: silentLogger };
  expect(openCollector(parts)).toEqual({ missing });
});
