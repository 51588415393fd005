/** The SMS registration of a phone number over HTTP: entered, turned down, resubmitted, approved, and seen by administrators. */
import { createApi, expectStatus, nextPage, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { eventually } from "../support/eventually";
import { signedBySandbox } from "../support/sandbox-callbacks";
import { startTestService } from "../support/service";
import { haveNumber, numbersOf } from "../support/texting";
import { describeCompliance, one, PATH, refusal, type Shown } from "./compliance-bench";
import { settled } from "./settled";

const TABLE = "compliance_references";
const CALLBACK = "/api/compliance/status-callback";
const DAY_MS = 86_400_000;

describeCompliance((bench) => {
  describe("registering", () => {
    test("a complete form is submitted at once, normalised, and listed with when it is looked up next", async () => {
      const { tenant } = bench;
      const { id: phoneNumberId, phoneNumber } = await haveNumber(tenant);
      const spelled = { optInType: "WEB_FORM", messageVolume: "1000", businessContactPhone: "(207) 555-0199" };
      const registration = await bench.register(tenant, phoneNumberId, spelled);
      expect(registration).toMatchObject({
        ...completeForm,
        ...{ status: "pending_review", kind: "toll_free_verification", phoneNumberId, phoneNumber },
        ...{ episode: 1, rejection: null, reviewedAt: null, missing: [], sandbox: true },
      });
      const { submittedAt, nextCheckAt } = registration as unknown as Record<string, string>;
      expect(Date.parse(nextCheckAt ?? "") - Date.parse(submittedAt ?? "")).toBe(3_600_000);
      expect(await bench.listed(tenant)).toEqual([registration]);
      expect((await numbersOf(tenant))[0]).toMatchObject({ id: phoneNumberId, complianceStatus: "pending_review" });
    });

    test("a draft is kept with what it lacks, filled by and by, and submitted when nothing is missing", async () => {
      const { browser } = bench.tenant;
      const { id: phoneNumberId } = await haveNumber(bench.tenant, "local");
      const { optInType, messageSamples, businessRegistrationNumber, ...rest } = completeForm;
      const draft = one(expectStatus(await browser.post(PATH, { ...rest, phoneNumberId, asDraft: true }), 201));
      expect(draft).toMatchObject({
        ...{ status: "draft", kind: "a2p_10dlc", episode: 0, submittedAt: null, nextCheckAt: null, optInType: null },
        ...{ messageSamples: [], missing: ["optInType", "businessRegistrationNumber", "messageSamples"] },
      });
      const path = `${PATH}/${draft.id}`;
      const patched = await browser.patch(path, { optInType, businessRegistrationNumber, asDraft: true });
      expect(one(expectStatus(patched, 200))).toMatchObject({ status: "draft", missing: ["messageSamples"] });
      const refused = await browser.patch(path, { businessCity: "Salem", messageSamples: ["One sample."] });
      expect(refusal(refused)).toEqual([400, "compliance_incomplete"]);
      expect(refused.json?.["details"]).toMatchObject([{ path: "messageSamples" }]);
      const kept = (await bench.listed(bench.tenant)).find(({ id }) => id === draft.id);
      expect(kept).toMatchObject({ businessCity: completeForm.businessCity, messageSamples: [] });
      const submitted = await browser.patch(path, { messageSamples });
      expect(one(expectStatus(submitted, 200))).toMatchObject({ ...completeForm, status: "pending_review" });
    });

    test("what lacks fields or is malformed is refused by their names, and a number has one registration", async () => {
      const { browser } = bench.tenant;
      const { id: phoneNumberId } = await haveNumber(bench.tenant);
      const before = await bench.recorded(bench.tenant);
      const { businessName: _name, optInType: _type, ...incomplete } = completeForm;
      const whole = { phoneNumberId, ...completeForm };
      const malformed = await Promise.all([
        browser.post(PATH, { phoneNumberId, ...incomplete }),
        browser.post(PATH, { ...whole, businessCountry: "XX", messageVolume: "many" }),
        browser.post(PATH, { ...whole, businessContactPhone: "22 22 22 22" }),
      ]);
      const told = malformed.map(({ status, json }) => [
        status,
        json?.["code"],
        (json?.["details"] as { path: string }[]).map(({ path }) => path),
      ]);
      expect(told).toEqual([
        [400, "compliance_incomplete", ["businessName", "optInType"]],
        [400, "invalid_request", ["businessCountry", "messageVolume"]],
        [400, "invalid_request", ["businessContactPhone"]],
      ]);
      expect(await bench.recorded(bench.tenant)).toEqual(before);
      const replies = await Promise.all([1, 2, 3].map(() => browser.post(PATH, whole)));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const known = (await bench.listed(bench.tenant)).find((listed) => listed["phoneNumberId"] === phoneNumberId);
      const refused = await browser.post(PATH, whole);
      expect(refusal(refused)).toEqual([409, "compliance_already_registered"]);
      expect(refused.json).toMatchObject({ registrationId: known?.id });
    });

    test("is for the business's own numbers, in use and of the present provider", async () => {
      const { browser } = bench.tenant;
      const { id: foreign } = await haveNumber(bench.other);
      const ofOther = await bench.numberOfOther(bench.tenant);
      const asked = await browser.post("/api/phone-numbers", { type: "local", areaCode: "911" });
      const { id: failed } = expectStatus(asked, 202)["phoneNumber"] as { id: string };
      await settled(bench.service);
      const replies = await Promise.all(
        [foreign, failed, ofOther].map((phoneNumberId) => browser.post(PATH, { phoneNumberId, ...completeForm })),
      );
      expect(replies.map(refusal)).toEqual([
        [404, "phone_number_not_found"],
        [409, "phone_number_not_active"],
        [409, "phone_number_of_other_provider"],
      ]);
    });

    test("is told that no provider is configured where there is none, drafts included", async () => {
      const bare = await startTestService();
      try {
        const { browser } = await createApi(bare).tenant();
        const body = { phoneNumberId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e02", asDraft: true };
        expect(refusal(await browser.post(PATH, body))).toEqual([503, "sms_not_configured"]);
        expect(expectStatus(await browser.get(PATH), 200)).toEqual({ registrations: [], sandbox: false });
      } finally {
        await bare.close();
      }
    });
  });

  describe("a registration under review", () => {
    test("is closed to changes as it is once it is approved, and what it was then can be read later", async () => {
      const { tenant, service } = bench;
      const { id } = await bench.registered(tenant);
      const change = (body: object) => tenant.browser.patch(`${PATH}/${id}`, body);
      expect(refusal(await change({ businessCity: "Salem" }))).toEqual([409, "compliance_in_review"]);
      await settled(service);
      const before = service.clock.now().toISOString();
      const approved = await bench.reviewed(tenant, id, "approved");
      expect([approved["rejection"], approved["reviewedAt"]]).toEqual([null, expect.any(String)]);
      expect(refusal(await change({}))).toEqual([409, "compliance_already_approved"]);
      const past = await bench.listed(tenant, `?asOf=${encodeURIComponent(before)}`);
      const then = { status: "pending_review", businessCity: completeForm.businessCity, sandbox: true };
      expect(past.find((one) => one.id === id)).toMatchObject(then);
    });

    test("is moved to no other number, is nobody else's, and is changed as every command promises", async () => {
      const { tenant, other } = bench;
      const { id, phoneNumberId } = await bench.registered(tenant);
      const expired = await bench.reviewed(tenant, id, "expired");
      const history = await bench.recorded(tenant, id);
      const path = `${PATH}/${id}`;
      const salem = { businessCity: "Salem" };
      const moved = await tenant.browser.patch(path, { phoneNumberId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e02" });
      expect([moved.status, moved.json?.["details"]]).toMatchObject([400, [{ path: "phoneNumberId" }]]);
      expect(refusal(await other.browser.patch(path, {}))).toEqual([404, "compliance_not_found"]);
      expect(await bench.listed(other)).toEqual([]);
      const rehearsed = await tenant.browser.patch(`${path}?validateOnly=true`, salem);
      expect(expectStatus(rehearsed, 200)).toEqual({ valid: true });
      const stale = await tenant.browser.patch(path, salem, { "if-match": '"r0"' });
      expect(refusal(stale)).toEqual([412, "precondition_failed"]);
      expect(await bench.recorded(tenant, id)).toEqual(history);
      const key = { "idempotency-key": "resubmit-once" };
      const first = await tenant.browser.patch(path, { ...salem, phoneNumberId }, key);
      const again = await tenant.browser.patch(path, { ...salem, phoneNumberId }, key);
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect(again.headers["idempotency-replayed"]).toBe("true");
      const { submissions, submittedAt } = one(expectStatus(first, 200));
      const episodes = [
        { episode: 1, submittedAt: expired["submittedAt"] },
        { episode: 2, submittedAt },
      ];
      expect([submissions, expired["submissions"]]).toEqual([episodes, episodes.slice(0, 1)]);
    });
  });

  describe("what the provider tells of registrations", () => {
    const tell = (reference: string, id: string) => {
      const body = JSON.stringify({ kind: "reviewed", id, reference });
      return bench.api.anonymous.send("POST", CALLBACK, { headers: signedBySandbox(CALLBACK, body), body });
    };
    /** Once it is handed in. */
    const referenceOf = (id: string): Promise<string> =>
      eventually(async () => {
        const { rows } = await bench.service.database.pool.query<{ reference: string }>(
          "SELECT reference FROM operational.sandbox_registrations WHERE registration_id = $1",
          [id],
        );
        if (rows[0] === undefined) throw new Error("It is not handed in yet.");
        return rows[0].reference;
      });
    const hintsOf = async (tenant: Tenant, id: string): Promise<number> =>
      (await bench.recorded(tenant, id)).filter((type) => type === "ComplianceCallbackNoted").length;

    test("is a hint: it is noted, looked up, and moves nothing where reviewers have come to nothing", async () => {
      const { tenant, service } = bench;
      const { id } = await bench.registered(tenant);
      await settled(service);
      for (const hint of ["one", "another"]) expect((await tell(await referenceOf(id), hint)).status).toBe(204);
      expect(await hintsOf(tenant, id)).toBe(2);
      const listed = (await bench.listed(tenant)).find((one) => one.id === id);
      expect(listed).toMatchObject({ status: "pending_review", episode: 1 });
      const head = await service.running.engines.log.head();
      expect((await tell("SR-of-nobody", "one")).status).toBe(204);
      expect(await service.running.engines.log.head()).toBe(head);
    });

    test("counts once however often it is repeated, until there was a verdict: then the same words may be news", async () => {
      const { tenant } = bench;
      const { id } = await bench.registered(tenant);
      const reference = await referenceOf(id);
      const repeat = async () => {
        const told = await Promise.all(Array.from({ length: 30 }, () => tell(reference, "captured")));
        expect(new Set(told.map(({ status }) => status))).toEqual(new Set([204]));
        return hintsOf(tenant, id);
      };
      expect(await repeat()).toBe(1);
      // The sandbox tells of each verdict itself.
      await bench.reviewed(tenant, id, "approved");
      expect(await repeat()).toBe(3);
      await bench.reviewed(tenant, id, "expired");
      expect(await hintsOf(tenant, id)).toBe(4);
    });

    test("reaches what was submitted a moment ago, and is not in the tables yet", async () => {
      const { tenant, service } = bench;
      const { id: phoneNumberId } = await haveNumber(tenant);
      await settled(service);
      const blocking = await service.database.pool.connect();
      const waiting = jest.spyOn(service.running.engines.projector, "reached");
      try {
        await blocking.query(`BEGIN; LOCK TABLE read_model.${TABLE} IN SHARE MODE`);
        const { id } = await bench.register(tenant, phoneNumberId);
        const told = tell(await referenceOf(id), "early");
        await eventually(() => expect(waiting.mock.calls.map(([tables]) => tables)).toContainEqual([TABLE]));
        await blocking.query("COMMIT");
        expect((await told).status).toBe(204);
        expect(await bench.recorded(tenant, id)).toContain("ComplianceCallbackNoted");
      } finally {
        waiting.mockRestore();
        await blocking.query("ROLLBACK");
        blocking.release();
      }
    });
  });

  describe("administrators", () => {
    test("see where all registrations stand and for how long, page by page, and nothing of the forms", async () => {
      const audited = async (query: string) =>
        expectStatus(await (await bench.api.admin()).get(`/api/admin/phone-compliance${query}`), 200);
      const { other, service } = bench;
      const made: Shown[] = [];
      for (const _one of [1, 2, 3]) made.push(await bench.registered(other));
      const [first = "", second, third] = made.map(({ id }) => id);
      await bench.reviewed(other, first, "rejected");
      await settled(service);
      service.clock.leap(4 * DAY_MS + 1_000);
      const page = await audited("?limit=2");
      const rest = await audited(`?limit=2&${nextPage(page) ?? ""}`);
      const seen = [page, rest].flatMap(({ registrations }) => registrations as Shown[]);
      expect(seen.slice(0, 3).map(({ id }) => id)).toEqual([third, second, first]);
      const { businessId, accountId } = other;
      expect(seen[0]).toMatchObject({
        ...{ businessId, businessName: "Harbour Café", accountId, status: "pending_review" },
        ...{ daysSinceSubmitted: 4, daysSinceChange: 4, provider: "sandbox", sandbox: true },
      });
      const next = Date.parse(String(seen[0]?.["nextCheckAt"])) - service.clock.now().getTime();
      expect(next > 0 && next <= DAY_MS / 2).toBe(true);
      expect(seen[2]).toMatchObject({ status: "rejected", episode: 1, submissions: [{ episode: 1 }] });
      const rejected = (await audited("?status=rejected&limit=200"))["registrations"] as Shown[];
      expect(rejected.map(({ id, status }) => [id, status])).toEqual([[first, "rejected"]]);
      for (const personal of [completeForm.businessName, completeForm.businessContactEmail, "Lovelace", "+1"])
        expect(JSON.stringify(page)).not.toContain(personal);
    });
  });
});
