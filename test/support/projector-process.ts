/** A projector in a process of its own, that keeps its share of a shop's tables until it is killed or frozen. */
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { createProjector } from "../../infra/projector/create-projector";
import { systemClock } from "../../infra/time/clock";
import { erasures, items, prices } from "../infra/projector/world";

const url = process.argv[2] ?? "";
const pool = createPool({ url });
const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
const options = { pool, log, clock: systemClock, logger: silentLogger };
const recordSkip = () => Promise.reject(new Error("Nothing is skipped here."));
const projector = createProjector({ ...options, projections: [items, prices], erasures, recordSkip });
const leases = createLeaseHolder({ pool, logger: silentLogger, runner: "child", duties: [projector.duties] });
void projector.start().then(() => leases.start());
