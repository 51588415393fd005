/** How far a request has come, as it is told: its time is over when it is over. */
import { refreshStatus } from "../../../read-api/competitors/refresh-status-view";

describe("the status of a request for fresh facts", () => {
  const row = { status: "queued", expires_at: "2026-02-02T00:00:00.000Z" } as const;

  it("is expired once its time is over, also where the table still calls it queued", () => {
    expect(refreshStatus(row, new Date("2026-02-01T23:59:59.999Z"))).toBe("queued");
    expect(refreshStatus(row, new Date("2026-02-02T00:00:00.000Z"))).toBe("expired");
  });

  it("stays ready for good where it was answered", () => {
    expect(refreshStatus({ ...row, status: "ready" }, new Date("2026-03-01T00:00:00.000Z"))).toBe("ready");
  });
});
