/**
 * A process that publishes public events, and ends or freezes itself where it is told: `before` or `after` its send of that
 * number, counted from 1. Arguments: database, broker, topic, and the point such as `SIGSTOP:after:3`.
 */
import { createPublisher } from "../../infra/relay/publisher";
import type { RelaySink } from "../../infra/relay/relay";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { silentLogger } from "../../infra/logging/logger";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { openFencedSession, prepareTopic } from "../../infra/kafka/fenced-session";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";
import { integrationEvents } from "../../processors/integration-events";

const [url = "", broker = "", topic = "", point = ""] = process.argv.slice(2);
const [signal = "", when = "", number = ""] = point.split(":");
const pool = createPool({ url });
const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
let sends = 0;
const act = (moment: string): void => {
  if (moment === when && sends === Number(number)) process.kill(process.pid, signal);
};
const cluster = { brokers: [broker] };
const sink: RelaySink = {
  name: "Kafka",
  prepare: () => prepareTopic({ cluster, topic, logger: silentLogger }),
  async open(id) {
    const session = await openFencedSession({ cluster, topic, id, logger: silentLogger });
    return {
      ...session,
      async send(records) {
        sends += 1;
        act("before");
        await session.send(records);
        act("after");
      },
    };
  },
};
const { duties } = createPublisher({
  relay: integrationEvents,
  pool,
  log,
  sink,
  clock: systemClock,
  logger: silentLogger,
});
const leases = createLeaseHolder({ pool, logger: silentLogger, runner: String(process.pid), duties: [duties] });
void leases.start();
