/** What reaches a receiver, how often and when, judged from the receiver's log. */
import { eventually } from "../../support/eventually";
import { gaps, WebhookStage } from "../../support/webhook-stage";

const MINUTE_MS = 60_000;

describe("delivering", () => {
  let stage: WebhookStage;
  beforeEach(async () => {
    stage = await WebhookStage.open();
  });
  afterEach(() => stage.close());

  const reached = (statuses: readonly string[]) =>
    eventually(async () => expect(await stage.statuses()).toEqual(statuses));

  /** Lets the schedule run until nothing is waiting any more, one due instant after the other. */
  async function walk(): Promise<void> {
    for (let step = 0; step < 20; step += 1) {
      const next = await eventually(async () => {
        const rows = await stage.deliveries();
        const now = stage.clock.now().toISOString();
        const waiting = rows.filter(({ status }) => status === "pending" || status === "retrying");
        expect(waiting.filter(({ due_at }) => due_at <= now)).toEqual([]);
        return waiting.map(({ due_at }) => due_at).sort()[0];
      });
      if (next === undefined) return;
      await stage.clock.advance(new Date(next).getTime() - stage.clock.now().getTime());
    }
  }

  test("a delivery arrives once, as it was stored, and both signatures are verified by the foreign library and by hand", async () => {
    const endpointId = stage.endpoint("/status/204");
    await stage.sender();
    const [id = ""] = await stage.deliver(endpointId);
    await reached(["delivered"]);
    const [arrival, ...others] = stage.receiver.arrivals;
    expect(others).toEqual([]);
    expect(arrival).toMatchObject({ method: "POST", standardVerdict: "verified", serviceVerdict: "verified" });
    expect(arrival?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-delivery": id,
      "webhook-id": id,
      "x-service-event": "competitor.rating_change",
    });
    expect(arrival?.rawBody.toString()).toBe('{"id":"msg_0","text":"Zürich 🍕"}');
    expect(await stage.rows("SELECT attempt, http_status, error_class FROM operational.webhook_attempts")).toEqual([
      { attempt: 1, http_status: 204, error_class: null },
    ]);
  });

  test("a delivery that always fails is attempted eight times within the jitter band, and never after it is dead", async () => {
    const endpointId = stage.endpoint("/status/500");
    const draws = [0, 0.999, 0.5, 0.25, 0.75, 0, 0.999];
    await stage.sender({ random: () => draws.shift() ?? 0.5 });
    await stage.deliver(endpointId);
    await walk();
    expect(await stage.statuses()).toEqual(["dead"]);
    await stage.clock.advance(24 * 60 * MINUTE_MS);
    const [arrivals = []] = stage.arrivals().values();
    expect(arrivals).toHaveLength(8);
    expect(new Set(arrivals.map(({ serviceVerdict }) => serviceVerdict))).toEqual(new Set(["verified"]));
    const waits = [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * 60);
    gaps(arrivals).forEach((gap, index) => {
      const wait = waits[index] ?? 0;
      expect(gap).toBeGreaterThanOrEqual(Math.floor(wait * 0.8));
      expect(gap).toBeLessThanOrEqual(Math.ceil(wait * 1.2));
    });
    expect(gaps(arrivals)[0]).toBeLessThan(50);
    expect(gaps(arrivals)[6]).toBeGreaterThan(4_300);
  });
});
