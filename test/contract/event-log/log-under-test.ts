/** A log with what its tests need around it. */
import type { EventLog } from "../../../infra/event-log/event-log";

export interface ServerControl {
  /** Cuts every connection and lets no new one in. */
  stopServer(): Promise<void>;
  /** Lets connections in again; the events are all there. */
  restartServer(): Promise<void>;
  /** The next append of `log` is carried out, but its answer never arrives: the connection breaks first. */
  loseNextAnswer(): Promise<void>;
}

export interface LogUnderTest {
  readonly log: EventLog;
  /** A second instance over the same events, as another process has one. */
  readonly anotherProcessLog?: EventLog;
  /** There unless the contract is run without faults. */
  readonly server?: ServerControl;
  /** Closes the logs, also when a test has closed them already, and removes what was made for them. */
  close(): Promise<void>;
}

/** Makes a log before a group's tests and closes it after them. */
export function useLog(makeLog: () => Promise<LogUnderTest>): { readonly current: LogUnderTest } {
  const made: { current: LogUnderTest | undefined } = { current: undefined };
  beforeAll(async () => {
    made.current = await makeLog();
  });
  afterAll(() => made.current?.close());
  return {
    get current() {
      if (made.current === undefined) throw new Error("The log is there only while tests run.");
      return made.current;
    },
  };
}
