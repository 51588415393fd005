/** What the log needs in a database. */
import type { Migration } from "../../postgres/migrations";
import { APPEND_BATCH } from "./append-batch-sql";
import { APPEND_ONE } from "./append-one-sql";
import { ERASE_STREAMS } from "./erase-streams-sql";
import { TABLES } from "./tables-sql";

export const eventLogMigrations: readonly Migration[] = [
  { name: "event-log-0001-tables", sql: TABLES },
  { name: "event-log-0002-append-batch", sql: APPEND_BATCH },
  { name: "event-log-0003-append-one", sql: APPEND_ONE },
  { name: "event-log-0004-erase-streams", sql: ERASE_STREAMS },
];
