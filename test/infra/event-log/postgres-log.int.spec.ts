/** The Postgres adapter keeps the log's contract. */
import { describeEventLogContract } from "../../contract/event-log.contract";
import { makePostgresLog } from "./postgres-under-test";

describeEventLogContract("Postgres", makePostgresLog);
