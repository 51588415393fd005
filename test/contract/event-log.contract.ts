/** What every adapter of the event log promises; feature code cannot tell the adapters apart because all of them pass this. */
import { describeAppending } from "./event-log/appending";
import { describeBursts } from "./event-log/bursts";
import { describeErasing } from "./event-log/erasing";
import { describeLosingTheServer } from "./event-log/losing-the-server";
import type { LogUnderTest } from "./event-log/log-under-test";
import { describeMergingStreams } from "./event-log/merging-streams";
import { describePayloads } from "./event-log/payloads";
import { describeReadingAll } from "./event-log/reading-all";
import { describeReadingStreams } from "./event-log/reading-streams";
import { describeRepeating } from "./event-log/repeating";
import { describeSubscribing } from "./event-log/subscribing";

export type { LogUnderTest, ServerControl } from "./event-log/log-under-test";

export interface ContractOptions {
  /** False for a server that the tests must not stop. */
  readonly withFaults?: boolean;
}

/** `makeLog` is called once for each group of guarantees; the group closes what it got. Logs may already hold events. */
export function describeEventLogContract(
  name: string,
  makeLog: () => Promise<LogUnderTest>,
  { withFaults = true }: ContractOptions = {},
): void {
  describe(`the event log in ${name}`, () => {
    describeAppending(makeLog);
    describeBursts(makeLog);
    describeRepeating(makeLog);
    describeReadingStreams(makeLog);
    describeMergingStreams(makeLog);
    describeReadingAll(makeLog);
    describePayloads(makeLog);
    describeSubscribing(makeLog);
    describeErasing(makeLog);
    if (withFaults) describeLosingTheServer(makeLog);
  });
}
