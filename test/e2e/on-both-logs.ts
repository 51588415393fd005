/** Runs the same guarantees with events in Postgres and with events in EventStoreDB, where the log is what matters. */
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

type Define = (running: Running, log: LogStore) => void;

/** One service for all tests of `define`, for each store; the whole service on the second one is for thorough runs. */
export const describeOnBothLogs = (define: Define, options: TestServiceOptions = {}): void =>
  describeOn(thorough ? logStores : ["postgres"], define, options);

/** One service for all tests of `define`: for guarantees that ask nothing of a log but what its contract holds every store to. */
export const describeService = (define: Define, options: TestServiceOptions = {}): void =>
  describeOn(["postgres"], define, options);

function describeOn(stores: readonly LogStore[], define: Define, options: TestServiceOptions): void {
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
