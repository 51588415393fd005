/** What a publisher could not make at first is no fault any more once it is made, also while nothing is to be published. */
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createLeaseHolder } from "../../../infra/leases/lease-holder";
import { silentLogger } from "../../../infra/logging/logger";
import { createPublisher } from "../../../infra/relay/publisher";
import { systemClock } from "../../../infra/time/clock";
import { integrationEvents } from "../../../processors/integration-events";
import { createTestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";

test("a publisher that could not make its topic says so until it has made it", async () => {
  const database = await createTestDatabase({ connectionsMax: 6 });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  let isThere = false;
  const sink = {
    prepare: () => (isThere ? Promise.resolve() : Promise.reject(new Error("Nobody answers."))),
    open: () => Promise.reject(new Error("There is nothing to send.")),
  };
  const parts = { relay: integrationEvents, pool, log, sink, clock: systemClock, logger: silentLogger };
  const { duties, status } = createPublisher(parts);
  const leases = createLeaseHolder({ pool, logger: silentLogger, runner: "test", duties: [duties] });
  await leases.start();
  try {
    await eventually(async () =>
      expect(await status()).toMatchObject({ here: true, failingSince: expect.any(String) as string }),
    );
    isThere = true;
    await eventually(async () => expect(await status()).toMatchObject({ here: true, failingSince: null, fault: null }));
  } finally {
    await leases.stop();
    await log.close();
    await database.drop();
  }
});
