/** A delivery that a process has in hand stays in its hands, whatever another one's clock says. */
import type { OutboundOutcome } from "../../../infra/outbound/outcome";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";
import { WebhookStage } from "../../support/webhook-stage";

const HOUR_MS = 3_600_000;

test("a delivery that is on its way is not sent by a process whose clock is an hour ahead", async () => {
  const stage = await WebhookStage.open();
  let letGo = (): void => undefined;
  try {
    const [claimed, first] = [stage.endpoint("/status/204/first"), { requests: 0 }];
    const request = () => {
      first.requests += 1;
      const timeout = { outcome: "failed", errorClass: "timeout", reason: "deadline", durationMs: 1 } as const;
      return new Promise<OutboundOutcome>((resolve) => (letGo = () => resolve(timeout)));
    };
    await stage.sender({ outbound: { request }, settings: { heldMax: 1, claimsMax: 1 } });
    await stage.deliver(claimed);
    await eventually(() => expect(first.requests).toBe(1));
    // As its lease holder does.
    await stage.rows(`INSERT INTO operational.lease_holders (runner, wants, expires_at, backend_pid, backend_start)
      SELECT claimed_by, '{}', clock_timestamp() + interval '1 minute', 0, clock_timestamp()
      FROM operational.webhook_deliveries`);
    const clock = new TestClock(new Date(stage.clock.now().getTime() + HOUR_MS).toISOString());
    await stage.sender({ clock });
    await stage.deliver(stage.endpoint("/status/204/other"), 3);
    await eventually(async () => {
      await clock.advance(10_000);
      expect((await stage.statuses()).filter((status) => status === "delivered")).toHaveLength(3);
    });
    const rows = await stage.deliveries();
    expect(rows[0]).toMatchObject({ status: "pending", attempts: 1 });
    expect(stage.receiver.arrivals.filter(({ path }) => path === "/status/204/first")).toEqual([]);
  } finally {
    letGo();
    await stage.close();
  }
});
