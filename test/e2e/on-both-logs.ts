/** Runs the same guarantees with events in Postgres and with events in EventStoreDB. */
import { createApi, type Api } from "../support/api";
import {
  logStores,
  startTestService,
  type LogStore,
  type TestService,
  type TestServiceOptions,
} from "../support/service";

/** What a test is given; members are of the service that runs while the test does. */
export interface Running {
  readonly service: TestService;
  readonly api: Api;
}

/** One service for all tests of `define`, for each store. */
export function describeOnBothLogs(
  define: (running: Running, log: LogStore) => void,
  options: TestServiceOptions = {},
): void {
  describe.each(logStores)("with the log in %s", (log) => {
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
