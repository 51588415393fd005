/** A database goes with one log: another server's, and one that was emptied, are told from it before anything is read or written. */
import { LogUnavailable } from "../../../../infra/event-log/event-log";
import { createEventStoreLog } from "../../../../infra/event-log/eventstoredb/eventstoredb-log";
import { logHome, requireLogAtHome } from "../../../../infra/event-log/migration/log-home";
import { onlyAtHome } from "../../../../infra/event-log/migration/only-at-home";
import { migrations } from "../../../../infra/composition/catalogue/migrations";
import { silentLogger } from "../../../../infra/logging/logger";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { startPeer, type PeerControl } from "../../../support/eventstoredb-peer-control";
import { eventually } from "../../../support/eventually";

let database: TestDatabase;
let peer: PeerControl;
beforeEach(async () => {
  [database, peer] = await Promise.all([createTestDatabase({ migrations }), startPeer()]);
  await requireLogAtHome(database.pool, "eventstoredb");
});
afterEach(() => Promise.all([database.drop(), peer.stop()]));

/** Runs with the log as a process of the service opens it. */
async function opened<Result>(
  at: PeerControl,
  run: (log: Awaited<ReturnType<typeof onlyAtHome>>) => Promise<Result>,
): Promise<Result> {
  const { connectionString } = at;
  const log = await createEventStoreLog({ connectionString, logger: silentLogger, attemptMs: 500, patienceMs: 700 });
  try {
    return await run(await onlyAtHome(database.pool, log, silentLogger));
  } finally {
    await log.close();
  }
}
const readable = (at: PeerControl) => opened(at, async (log) => (await log.readAll({ after: 0, limit: 10 })).events);

test("processes that start together on a new server call its log the same, and find it again after a restart", async () => {
  expect(await Promise.all([readable(peer), readable(peer), readable(peer)])).toEqual([[], [], []]);
  const { identity } = (await logHome(database.pool)) ?? {};
  expect(identity).toMatch(/^[0-9a-f-]{36}$/);
  await peer.kill();
  await peer.restart();
  expect(await readable(peer)).toEqual([]);
  expect(await logHome(database.pool)).toMatchObject({ identity });
});

test("another server, and the same one after it was emptied, are refused with what to do", async () => {
  await readable(peer);
  const { identity } = (await logHome(database.pool)) ?? {};
  const other = await startPeer();
  try {
    await expect(readable(other)).rejects.toThrow(
      `The log of this database is ${String(identity)}, but the EventStoreDB that EVENTSTOREDB_URL names holds none: ` +
        "it was emptied, or is a new one. Set EVENTSTOREDB_URL to the server that holds it, or restore that server's backup.",
    );
    await database.pool.query("UPDATE operational.log_home SET identity = NULL");
    await readable(other);
    await expect(readable(peer)).rejects.toThrow(`names holds the log ${String(identity)}.`);
  } finally {
    await other.stop();
  }
  await readable(peer).catch(() => undefined);
  await database.pool.query("UPDATE operational.log_home SET identity = $1", [identity]);
  expect(await readable(peer)).toEqual([]);
  await peer.rewrite([]);
  await expect(readable(peer)).rejects.toThrow(/holds none: it was emptied/);
  // Who was refused has not given it a name either.
  await expect(readable(peer)).rejects.toThrow(/holds none: it was emptied/);
});

test("a process starts while the server is away, and uses no log before it knows which one it is", async () => {
  await readable(peer);
  await peer.kill();
  await opened(peer, async (log) => {
    await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable);
    await peer.restart();
    await eventually(async () => expect((await log.readAll({ after: 0, limit: 10 })).events).toEqual([]), {
      timeoutMs: 10_000,
    });
  });
  await peer.rewrite([]);
  await peer.kill();
  await opened(peer, async (log) => {
    const following = log
      .subscribe({ after: 0, limit: 10, signal: new AbortController().signal })
      [Symbol.asyncIterator]()
      .next();
    const refused = expect(following).rejects.toThrow(/holds none: it was emptied/);
    await peer.restart();
    await refused;
    await expect(log.head()).rejects.toThrow(/holds none: it was emptied/);
  });
});
