/** What the owner of a registration hears of it while weeks go by, with the whole service and the stand-in of the provider. */
import { expectStatus, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { haveNumber, underReview } from "../support/texting";
import { describeOnBothLogs } from "./on-both-logs";
import { settled } from "./settled";
import { arrived, receiving, register } from "./webhook-bench";

const DAY_MS = 86_400_000;

beforeAll(() => receiving.open());
afterAll(() => receiving.close());

describeOnBothLogs(
  (running) => {
    const review = async (registrationId: string, status: string, reasons: readonly object[] = []) => {
      const verdict = { registrationId, status, reasons };
      expectStatus(await (await running.api.admin()).post("/api/admin/sms-sandbox/reviews", verdict), 202);
    };
    const mails = async () => {
      const kept = expectStatus(await (await running.api.admin()).get("/api/admin/mails"), 200);
      return (kept["mails"] as { to: string; subject: string; text: string }[]).toReversed();
    };
    const alerts = async ({ api }: Tenant) => {
      const listed = expectStatus(await api.get("/api/v1/alerts?type=business.sms_compliance_change"), 200);
      return (listed["alerts"] as { title: string; placeId: null; data: object }[]).toReversed();
    };
    const leap = async (milliseconds: number) => {
      await settled(running.service);
      running.service.clock.leap(milliseconds);
    };

    test("a registration is rejected, submitted again, waits for a week over a restart, and is approved: four e-mails and two alerts", async () => {
      const { api, service } = running;
      const tenant = await api.tenant();
      const hook = await register(tenant.api, ["business.sms_compliance_change", "alert.created"]);
      const number = await haveNumber(tenant);
      const id = await underReview(api, tenant, number.id);
      const message = "Say where customers agree.";
      await review(id, "rejected", [{ code: "30489", message }]);
      await eventually(async () => expect(await mails()).toHaveLength(1));
      const { browser } = tenant;
      const corrected = { useCaseSummary: "Answers to customers who wrote first." };
      expectStatus(await browser.patch(`/api/businesses/me/phone-compliance/${id}`, corrected), 200);
      await leap(3 * DAY_MS);
      await eventually(async () => expect(await mails()).toHaveLength(2));
      await settled(service);
      await service.stop();
      await service.start();
      await leap(4 * DAY_MS);
      await eventually(async () => expect(await mails()).toHaveLength(3));
      await review(id, "approved");
      await eventually(async () => expect(await mails()).toHaveLength(4));
      await settled(service);
      const sent = await mails();
      expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([browser.email]));
      expect(sent.map(({ subject }) => subject)).toEqual([
        "Your SMS registration was rejected",
        "Your SMS registration is still in review",
        "Your SMS registration is still in review after a week",
        "Your SMS registration is approved",
      ]);
      for (const said of [
        `ending in ${number.phoneNumber.slice(-4)}`,
        `- ${message} (code 30489)`,
        "http://service.example",
      ])
        expect(sent[0]?.text).toContain(said);
      const change = { registrationId: id, phoneNumberId: number.id, before: "pending_review" };
      expect(await alerts(tenant)).toMatchObject([
        { title: "SMS registration was rejected", placeId: null, data: { ...change, after: "rejected" } },
        { title: "SMS registration was approved", placeId: null, data: { ...change, after: "approved" } },
      ]);
      const bodies = await arrived(hook.path, 4);
      expect(bodies.map(({ type }) => type)).toEqual([
        ...["business.sms_compliance_change", "alert.created"],
        ...["business.sms_compliance_change", "alert.created"],
      ]);
      expect(bodies[2]?.data).toMatchObject({ ...change, after: "approved" });
    });
  },
  { settings: { SMS_PROVIDER: "sandbox" }, outbound: receiving.outbound },
);
