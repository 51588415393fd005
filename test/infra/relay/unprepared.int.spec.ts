/** What a publisher could not make at first is no fault any more once it is made, also while nothing is to be published. */
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createLeaseHolder } from "../../../infra/leases/lease-holder";
import { silentLogger } from "../../../infra/logging/logger";
import { createPublisher } from "../../../infra/relay/publisher";
import { systemClock } from "../../../infra/time/clock";
import { integrationEvents } from "../../../processors/integration-events";
import { createTestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";

test("a publisher that could not make its topic says so until it has made it, and names who does not answer", async () => {
  const database = await createTestDatabase({ connectionsMax: 6 });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  let isThere = false;
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:9092"), { syscall: "connect" });
  const sink = {
    name: "The mailbox",
    prepare: () => (isThere ? Promise.resolve() : Promise.reject(refused)),
    open: () => Promise.reject(new Error("There is nothing to send.")),
  };
  const parts = { relay: integrationEvents, pool, log, sink, clock: systemClock, logger: silentLogger };
  const { duties, status } = createPublisher(parts);
  const leases = createLeaseHolder({ pool, logger: silentLogger, runner: "test", duties: [duties] });
  await leases.start();
  try {
    await eventually(async () =>
      expect(await status()).toMatchObject({
        here: true,
        failingSince: expect.any(String) as string,
        fault: "The mailbox does not answer.",
      }),
    );
    isThere = true;
    await eventually(async () => expect(await status()).toMatchObject({ here: true, failingSince: null, fault: null }));
  } finally {
    await leases.stop();
    await log.close();
    await database.drop();
  }
});
