/** What reaches a receiver, how often and when, judged from the receiver's log. */
import type { Pool } from "pg";
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

  /** Moves on to when something is due next, once everything that is due now has been recorded; false where nothing waits. */
  async function step(): Promise<boolean> {
    const next = await eventually(async () => {
      const now = stage.clock.now().toISOString();
      const rows = (await stage.deliveries()).filter(({ status }) => status === "pending" || status === "retrying");
      expect(rows.filter(({ due_at }) => due_at <= now)).toEqual([]);
      return rows.map(({ due_at }) => due_at).sort()[0];
    });
    if (next !== undefined) await stage.clock.advance(new Date(next).getTime() - stage.clock.now().getTime());
    return next !== undefined;
  }

  async function walk(): Promise<void> {
    while (await step());
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

  test("a delivery that is to be tried again is, although the question when was not answered at first", async () => {
    const answers: boolean[] = [];
    const prepare = (pool: Pool) => {
      const query = pool.query.bind(pool) as (...given: readonly unknown[]) => Promise<unknown>;
      const partly = async (sql: unknown, ...values: readonly unknown[]) => {
        if (!String(sql).startsWith("SELECT min(due_at)") || !(await stage.statuses()).includes("retrying"))
          return query(sql, ...values);
        answers.push(answers.length > 0);
        if (answers.length === 1) throw new Error("Connection terminated");
        return query(sql, ...values);
      };
      pool.query = partly as unknown as Pool["query"];
    };
    // Nothing but that it is due wakes it.
    await stage.sender({ prepare, settings: { pollMs: 60 * 24 * MINUTE_MS } });
    await stage.deliver(stage.endpoint("/status/500"));
    await eventually(() => expect(answers).toEqual([false]));
    await stage.clock.advance(1_000);
    await eventually(() => expect(answers).toEqual([false, true]));
    await stage.clock.advance(2 * MINUTE_MS);
    await eventually(async () => {
      // What the answer says may be learnt only now, and is due then at the next tick.
      await stage.clock.advance(1);
      expect(stage.receiver.arrivals).toHaveLength(2);
    });
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

  test.each([
    ["seconds, late by up to a fifth", "120", 120, 144],
    ["less than the first wait of the schedule", "0", 60, 72],
    ["more than the last wait of the schedule", "999999999", 3_600, 4_320],
    ["a date", "Thu, 01 Jan 2026 00:30:00 GMT", 1_800, 2_160],
    ["a date that has passed", "Mon, 01 Dec 2025 00:00:00 GMT", 60, 72],
    ["a negative number, which means nothing", "-5", 48, 72],
    ["words, which mean nothing", "in a while", 48, 72],
  ])("Retry-After is honoured within the bounds of the schedule: %s", async (_, value, least, most) => {
    const endpointId = stage.endpoint(`/retry-after/${encodeURIComponent(value)}`);
    await stage.sender({ random: () => 0.9 });
    await stage.deliver(endpointId);
    await reached(["retrying"]);
    await step();
    await eventually(() => expect(stage.receiver.arrivals).toHaveLength(2));
    const [gap = 0] = gaps(stage.receiver.arrivals);
    expect(gap).toBeGreaterThanOrEqual(least);
    expect(gap).toBeLessThanOrEqual(most + 1);
  });

  test.each([
    ["/status/301", "redirect", 301],
    ["/redirect/307", "redirect", 307],
    ["/status/404", "http_status", 404],
    ["/status/503", "http_status", 503],
    ["/reset/head", "connection_error", null],
    ["/hang", "timeout", null],
    ["/hang/body", "timeout", null],
    ["/trickle/20", "timeout", null],
  ])("success is 2xx alone, and what %s does is recorded as %s", async (path, errorClass, httpStatus) => {
    const endpointId = stage.endpoint(path);
    await stage.sender({ settings: { attemptDeadlineMs: 300 } });
    await stage.deliver(endpointId);
    await reached(["retrying"]);
    expect(stage.receiver.arrivals).toHaveLength(1);
    const attempts = "SELECT attempt, http_status, error_class FROM operational.webhook_attempts";
    expect(await stage.rows(attempts)).toEqual([{ attempt: 1, http_status: httpStatus, error_class: errorClass }]);
  });
});
