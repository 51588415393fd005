/** The EventStoreDB adapter keeps the log's contract, on a real server where there is one and on the protocol peer elsewhere. */
import { describeEventLogContract } from "../../contract/event-log.contract";
import { makeEventStoreLog, realServer, serverName, stopPeer } from "./eventstoredb-under-test";

afterAll(stopPeer);

describeEventLogContract(serverName, makeEventStoreLog, { withFaults: !realServer });
