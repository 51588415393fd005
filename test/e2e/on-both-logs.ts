/** Runs the same guarantees with events in Postgres and with events in EventStoreDB. */
import { createApi, type Api } from "../support/api";
import {
  logStores,
  startTestService,
  type LogStore,
  type TestService,
  type TestServiceOptions,
} from "../support/service";
import { thorough } from "../support/thorough";

/** What a test is given; members are of the service that runs while the test does. */
export interface Running {
  readonly service: TestService;
  readonly api: Api;
}

/** The log's contract holds for both stores in every run; the whole service on the second one is for thorough runs. */
const stores = thorough ? logStores : (["postgres"] as const);

/** One service for all tests of `define`, for each store. */
export function describeOnBothLogs(
  define: (running: Running, log: LogStore) => void,
  options: TestServiceOptions = {},
): void {
  describe.each(stores)("with the log in %s", (log) => {
    let started: TestService;
    let api: Api;
    beforeAll(async () => {
      started = await startTestService({ ...options, log });
      api = createApi({
        get url() {
          return started.url;
        },
      });
    }, 60_000);
    afterAll(() => started.close());
    const running: Running = {
      get service() {
        return started;
      },
      get api() {
        return api;
      },
    };
    define(running, log);
  });
}
