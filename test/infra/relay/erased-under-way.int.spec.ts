/** What a publisher had read of a business before it was erased is followed by the tombstone, and by nothing else. */
import { eventTypeExamples } from "../../../domain/event-type-examples";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../../infra/ids/ids";
import { createLeaseHolder } from "../../../infra/leases/lease-holder";
import { silentLogger } from "../../../infra/logging/logger";
import { createPublisher } from "../../../infra/relay/publisher";
import type { RelayRecord } from "../../../infra/relay/relay";
import { systemClock } from "../../../infra/time/clock";
import { integrationEvents } from "../../../processors/integration-events";
import { createTestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";

const ids = createIds(systemClock);

test("a page in memory when its business is erased is sent before the tombstone, and nothing after it", async () => {
  const database = await createTestDatabase({ connectionsMax: 6 });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  const append = async (stream: string, type: string, data: readonly object[]) => {
    const events = data.map((one) => {
      const id = ids.next();
      const by = { actor: { kind: "system", id: "test" } as const, commandId: id, correlationId: id, causationId: id };
      return {
        id,
        type,
        data: one,
        metadata: { ...by, occurredAt: systemClock.now().toISOString(), schemaVersion: 2 },
      };
    });
    await log.append({ stream, expected: "any", events, commandId: ids.next() });
  };
  const type = "competitor.rating_change";
  const alert = { businessId: "gone", accountId: "account", type, competitorId: null, placeId: null, title: "A title" };
  const alerts = Array.from({ length: 130 }, () => ({ ...alert, alertId: ids.next(), data: eventTypeExamples[type] }));
  await append("alerts-gone", "AlertRaised", alerts);

  const sent: RelayRecord[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const session = {
    async send(records: readonly RelayRecord[]) {
      sent.push(...records);
      await released;
    },
    breakOff: () => undefined,
    end: () => Promise.resolve(),
  };
  const sink = { name: "A sink", prepare: () => Promise.resolve(), open: () => Promise.resolve(session) };
  const parts = { relay: integrationEvents, pool, log, sink, clock: systemClock, logger: silentLogger };
  const { duties } = createPublisher(parts);
  const leases = createLeaseHolder({ pool, logger: silentLogger, runner: "test", duties: [duties] });
  await leases.start();
  try {
    await eventually(() => expect(sent).toHaveLength(200));
    await append("removal-gone", "BusinessRemoved", [{ businessId: "gone", accountId: "account" }]);
    await log.erase(["alerts-gone"]);
    release();
    await eventually(() => expect(sent.at(-1)?.value).toBeNull());
    // As a process would write it that was frozen while the business went.
    await append("alerts-gone-late", "AlertRaised", alerts.slice(0, 1));
    await append("alerts-stays", "AlertRaised", [{ ...alerts[0], businessId: "stays" }]);
    await eventually(() => expect(sent.at(-1)?.key).toBe("stays"));
    expect(sent.map(({ key, value }) => [key, value === null])).toEqual([
      ...Array.from({ length: 260 }, () => ["gone", false]),
      ["gone", true],
      ["stays", false],
      ["stays", false],
    ]);
  } finally {
    release();
    await leases.stop();
    await log.close();
    await database.drop();
  }
});
