/** What a process has in hand stays in its hands, whatever another one's clock says, until it has fallen. */
import { processManager, type Effect } from "../../../infra/process-manager/process-manager";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";
import { TestClock } from "../../support/test-clock";

type Ordered = { readonly type: "Ordered"; readonly data: { readonly by: string } };

const HOUR_MS = 3_600_000;

const ordering = processManager<Ordered>()({
  name: "ordering",
  initial: null,
  on: {
    Ordered: {
      instances: ({ data }) => data.by,
      react: (state, { data }) => ({ state, intents: [{ kind: "perform", effect: "make", payload: { by: data.by } }] }),
    },
  },
});

describe("processes whose clocks differ by an hour", () => {
  let stage: ProcessStage;
  beforeEach(async () => (stage = await ProcessStage.open()));
  afterEach(() => stage.close());

  const clockAt = (offsetMs: number) => new TestClock(new Date(stage.clock.now().getTime() + offsetMs).toISOString());
  const inHand = () =>
    stage.rows<{ claimed_by: string }>(
      "SELECT claimed_by FROM operational.process_intents WHERE status = 'pending' AND claimed_by IS NOT NULL",
    );
  const done = () => stage.rows("SELECT FROM operational.process_intents WHERE status = 'done'");

  test("an effect in hand is performed once, though by the other clock its lease has long ended", async () => {
    const performed: string[] = [];
    let letGo = (): void => undefined;
    const opened = new Promise<void>((resolve) => (letGo = resolve));
    const slowly: Effect = async ({ by }) => {
      performed.push(`slowly ${String(by)}`);
      await opened;
    };
    const quickly: Effect = async ({ by }) => void performed.push(`quickly ${String(by)}`);
    // Neither clock moves on, so nothing is ever renewed: what the later clock takes for ended stays ended.
    const settings = { concurrency: 1, claimsMax: 1 };
    await stage.runner([{ manager: ordering, effects: { make: slowly } }], { settings });
    await stage.happened("Ordered", { by: "ann" });
    await eventually(() => expect(performed).toEqual(["slowly ann"]));
    const clock = clockAt(HOUR_MS);
    await stage.runner([{ manager: ordering, effects: { make: quickly } }], { clock });
    // The first one holds two at most, so that these are the other's.
    await stage.happened("Ordered", { by: "bob" }, { by: "cid" }, { by: "dan" });
    await eventually(async () => {
      await clock.advance(10_000);
      expect((await done()).length).toBeGreaterThanOrEqual(2);
    });
    letGo();
    await eventually(async () => {
      await stage.clock.advance(10_000);
      expect(await done()).toHaveLength(4);
    });
    expect(performed.map((one) => one.split(" ")[1]).toSorted()).toEqual(["ann", "bob", "cid", "dan"]);
    expect(performed[0]).toBe("slowly ann");
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "what a fallen process claimed %d ms off is taken over within seconds",
    async (off) => {
      const performed: string[] = [];
      const make: Effect = async ({ by }) => void performed.push(String(by));
      const claimed = new Date(stage.clock.now().getTime() + off);
      const claim = `UPDATE operational.process_intents SET claimed_by = 'gone', fence = 1, attempts = 1, available_at = $1`;
      const first = await stage.runner([{ manager: ordering, effects: { make } }], { settings: { concurrency: 0 } });
      await stage.happened("Ordered", { by: "ann" });
      await eventually(async () => expect(await inHand()).toHaveLength(1));
      await first.stop();
      await stage.rows(claim, [claimed]);
      await stage.rows(`INSERT INTO operational.lease_holders (runner, wants, expires_at, backend_pid, backend_start)
      VALUES ('gone', '{}', clock_timestamp() + interval '2 seconds', 0, clock_timestamp())`);
      const started = performance.now();
      await stage.runner([{ manager: ordering, effects: { make } }]);
      await eventually(() => expect(performed).toEqual(["ann"]));
      const took = performance.now() - started;
      expect(took).toBeGreaterThan(1_500);
      expect(took).toBeLessThan(6_500);
    },
  );
});
