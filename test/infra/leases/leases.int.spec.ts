/** A name is held by one process at a time, is given on at once or within seconds, and whoever lost it writes nothing any more. */
import type { Lease } from "../../../infra/leases/leases";
import { Membership } from "../../../infra/leases/membership";
import { LeaseLost, secureLease } from "../../../infra/leases/secure-lease";
import { inTransaction } from "../../../infra/postgres/transaction";
import { eventually } from "../../support/eventually";
import { aborted, KIND, openWorld, type Worker, type World } from "./world";

const NAMES = ["a", "b", "c", "d", "e", "f"];

async function breakConnections({ database }: World, name: string): Promise<void> {
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()",
    [name],
  );
}

const sizes = (workers: readonly Worker[]) => workers.map((worker) => worker.held().length);
const all = (workers: readonly Worker[]) => workers.flatMap((worker) => worker.working).sort();

describe("names that are held under leases", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("are all taken by a process that is alone before its start is over", async () => {
    const alone = world.worker("alone", { names: NAMES });
    await alone.holder.start();
    expect(alone.held()).toEqual(NAMES);
  });

  it("are taken once each, however many processes want them at the same moment", async () => {
    const workers = ["1", "2", "3", "4"].map((name) => world.worker(name, { names: NAMES }));
    await Promise.all(workers.map(({ holder }) => holder.start()));
    await eventually(() => expect(all(workers)).toEqual(NAMES));
    expect(new Set(workers.flatMap(({ begun }) => begun.map(({ fence }) => fence))).size).toBe(
      workers.flatMap(({ begun }) => begun).length,
    );
  });

  it("are not taken from a process that took them after another one had seen that they were free", async () => {
    const options = {
      runner: "r",
      wants: { [KIND]: ["a"] },
      // Nothing is renewed here, and nothing ends on a busy machine.
      leaseMs: 60_000,
      heard: () => undefined,
      over: () => undefined,
    };
    const { pool } = world.database;
    const members = await Promise.all([1, 2, 3, 4].map(() => Membership.join({ ...options, pool })));
    const taken: (readonly string[])[] = [];
    // They meet on the very row only now and then.
    for (let round = 0; round < 200; round += 1) {
      const places = (await members[0]?.look())?.places ?? [];
      const atOnce = await Promise.all(members.map((member) => member.take(places)));
      const again = await Promise.all(members.map((member) => member.take(places)));
      taken.push([...atOnce, ...again].flat().map(({ name }) => name));
      await Promise.all(
        members.map((member, index) => member.giveBack((atOnce[index] ?? []).map(({ fence }) => fence))),
      );
    }
    for (const member of members) await member.leave();
    expect(taken).toEqual(taken.map(() => ["a"]));
  });

  it("are shared with newcomers evenly within seconds, and then stay where they are", async () => {
    // On a busy machine no lease runs out, and nobody takes what another one shall have.
    const settings = { leaseMs: 60_000, freeMs: 60_000 };
    const workers = ["1", "2", "3"].map((name) => world.worker(name, { names: NAMES, settings }));
    for (const [at, shares] of [
      [6, 0, 0],
      [3, 3, 0],
      [2, 2, 2],
    ].entries()) {
      await workers[at]?.holder.start();
      await eventually(() => expect(sizes(workers)).toEqual(shares), { timeoutMs: 15_000 });
    }
    // Six for the first one, and each that moved began once more: three to the second one, two to the third.
    const begun = () => workers.flatMap((worker) => worker.begun).length;
    expect(begun()).toBe(11);
    const looks = await world.database.pool.query("SELECT max(expires_at) AS at FROM operational.lease_holders");
    await eventually(async () => {
      const { rows } = await world.database.pool.query<{ later: boolean }>(
        "SELECT min(expires_at) > $1::timestamptz + interval '1 second' AS later FROM operational.lease_holders",
        [(looks.rows as { at: string }[])[0]?.at],
      );
      expect(rows).toEqual([{ later: true }]);
    });
    expect(begun()).toBe(11);
  });

  it("are taken over at once from a process that stops, which first ends its work, with a greater fence", async () => {
    let ended = false;
    const work = async (lease: Lease) => {
      await aborted(lease);
      await first.pool.query("SELECT pg_sleep(0.3)");
      ended = true;
    };
    const first = world.worker("first", { names: ["a"], work });
    const second = world.worker("second", { names: ["a"], work: async (lease) => (seen.push(ended), aborted(lease)) });
    const seen: boolean[] = [];
    await first.holder.start();
    await second.holder.start();
    await first.holder.stop();
    const stopped = performance.now();
    await eventually(() => expect(second.held()).toEqual(["a"]));
    expect(performance.now() - stopped).toBeLessThan(400);
    expect(seen).toEqual([true]);
    expect(second.begun[0]?.fence).toBeGreaterThan(first.begun[0]?.fence ?? Infinity);
  });

  it("are lost with the connection, are held once all the same, and writing under the lost lease is refused", async () => {
    const first = world.worker("first", { names: ["a"] });
    const second = world.worker("second", { names: ["a"] });
    await first.holder.start();
    await second.holder.start();
    const [lost] = first.begun;
    if (lost === undefined) throw new Error("Nothing was taken.");
    await inTransaction(world.database.pool, (client) => secureLease(client, lost));
    await breakConnections(world, "first");
    await eventually(() => expect(lost.signal.aborted).toBe(true));
    const now = await eventually(() => {
      const [held, ...more] = [first, second].flatMap(({ holder }) => [...holder.held(KIND).values()]);
      if (held === undefined || more.length > 0) throw new Error("The name is not held once.");
      return held;
    });
    expect(now.fence).toBeGreaterThan(lost.fence);
    await expect(inTransaction(world.database.pool, (client) => secureLease(client, lost))).rejects.toThrow(LeaseLost);
    await inTransaction(world.database.pool, (client) => secureLease(client, now));
  });

  it("are held once each again after the database ended every connection, whoever asks first", async () => {
    const workers = ["1", "2"].map((name) => world.worker(name, { names: NAMES }));
    for (const { holder } of workers) await holder.start();
    await Promise.all(["1", "2"].map((name) => breakConnections(world, name)));
    await eventually(() => {
      expect(all(workers)).toEqual(NAMES);
      expect(sizes(workers)).toEqual([3, 3]);
    });
  });

  it("are not taken by anybody while a transaction that secured them goes on", async () => {
    const first = world.worker("first", { names: ["a", "b"] });
    const second = world.worker("second", { names: ["a", "b"] });
    await first.holder.start();
    const held = () => [...first.held(), ...second.held()].sort();
    const secured = first.holder.held(KIND).get("a");
    if (secured === undefined) throw new Error("Nothing was taken.");
    await inTransaction(world.database.pool, async (client) => {
      await secureLease(client, secured);
      await breakConnections(world, "first");
      await second.holder.start();
      await eventually(() => expect(held()).toEqual(["b"]));
      await secureLease(client, secured);
    });
    await eventually(() => expect(held()).toEqual(["a", "b"]));
  });

  it("are lost to a process whose renewals are not answered, before anybody may take them again", async () => {
    const order: string[] = [];
    const options = {
      names: ["a"],
      settings: { leaseMs: 1_500, lookMs: 100 },
      work: async (lease: Lease) => {
        order.push("taken");
        await aborted(lease);
        order.push("lost");
      },
    };
    const slow = world.worker("slow", options);
    const other = world.worker("other", options);
    await slow.holder.start();
    await other.holder.start();
    await inTransaction(world.database.pool, async (client) => {
      // The renewal waits for this row, and the other process looks on.
      const { rowCount } = await client.query(
        "SELECT 1 FROM operational.lease_holders h JOIN operational.leases USING (holder) FOR UPDATE OF h",
      );
      expect(rowCount).toBe(1);
      const before = order.length;
      await eventually(() => expect(order.slice(before, before + 2)).toEqual(["lost", "taken"]));
    });
    // On a busy machine it may be lost and taken more than once, but never taken while it is held.
    expect(order).toEqual(order.map((_, index) => (index % 2 === 0 ? "taken" : "lost")));
  });

  it("are competed for again after work that ended or failed by itself, with a greater fence and never twice at once", async () => {
    let round = 0;
    const failing = world.worker("failing", {
      names: ["a"],
      work: async (lease) => {
        round += 1;
        if (round === 1) throw new Error("broken");
        await aborted(lease);
      },
    });
    await failing.holder.start();
    await eventually(() => expect(failing.begun).toHaveLength(2));
    expect(failing.working).toEqual(["a"]);
    const [first, second] = failing.begun;
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Infinity);
  });

  it("are taken by those that want them, also where the processes of another release want others", async () => {
    const older = world.worker("older", { names: ["a", "b"] });
    const newer = world.worker("newer", { names: ["b", "c", "d", "e"] });
    await older.holder.start();
    await newer.holder.start();
    await eventually(() =>
      expect([older.held(), newer.held()]).toEqual([
        ["a", "b"],
        ["c", "d", "e"],
      ]),
    );
  });
});
