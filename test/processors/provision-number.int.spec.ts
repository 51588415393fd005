/** The effects of provisioning, however late and however often they come: against the running service's own log, and a provider that a test leads. */
import {
  beginRemoval,
  businesses,
  requestDeletion,
  type BusinessEvent,
  type BusinessState,
} from "../../domain/businesses";
import { streamName } from "../../domain/fold/aggregate";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { heldNumbers, phoneNumbers, requestNumber } from "../../domain/phone-numbers";
import { createSandboxKept } from "../../infra/sms-provider/sandbox/kept";
import { createNumberReleases } from "../../infra/sms-provider/number-releases";
import { SmsProviderError, type ProvisionedNumber, type WantedNumber } from "../../infra/sms-provider/sms-provider";
import { numberEffects } from "../../processors/provision-number";
import { smsCallbacks } from "../../processors/sms-callbacks";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { startTestService, type TestService } from "../support/service";

const had: ProvisionedNumber = { phoneNumber: "+18335550100", providerNumberId: "PN1" };

/** The deletion and its end at once: in between, the service's own process manager would give the number up. */
function removal(state: BusinessState): readonly BusinessEvent[] | Refusal {
  const asked = requestDeletion("2990-01-01T00:00:00.000Z")(state);
  if (isRefusal(asked)) return asked;
  const begun = beginRemoval("2990-01-02T00:00:00.000Z")(asked.reduce(businesses.evolve, state));
  return isRefusal(begun) ? begun : [...asked, ...begun];
}

describe("the effects of provisioning", () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startTestService({ settings: { SMTP_URL: "smtp://127.0.0.1:1" } });
    api = createApi(service);
  }, 60_000);
  afterAll(() => service.close());

  /** A number that is asked for; the service itself has no provider, and leaves it to the test. */
  async function wanted(tenant: Tenant) {
    const { runner, ids } = service.running.engines;
    const { businessId, accountId } = tenant;
    const phoneNumberId = ids.next();
    const number = { businessId, accountId, phoneNumberId, kind: "toll_free", country: "US", areaCode: null } as const;
    const [commandId, actor] = [ids.next(), { kind: "user", id: accountId } as const];
    const context = { commandId, correlationId: "asked", causationId: commandId, actor, businessId };
    const asked = await runner.execute(phoneNumbers, businessId, requestNumber(number, { quota: 10 }), context);
    if (isRefusal(asked)) throw new Error(asked.message);
    return number;
  }

  async function stage(provide: (number: WantedNumber) => Promise<ProvisionedNumber>) {
    const tenant = await api.tenant();
    const number = await wanted(tenant);
    const { engines } = service.running;
    const asked: WantedNumber[] = [];
    const provider = {
      name: "twilio" as const,
      provisionNumber: (one: WantedNumber) => {
        asked.push(one);
        return provide(one);
      },
    };
    const releases = createNumberReleases({ ...engines, provider: null, sandbox: createSandboxKept(engines).holder });
    const callbacks = smsCallbacks("https://service.example");
    const effects = numberEffects({ runner: engines.runner, provider, releases, callbacks });
    const perform = (effect: "provision_number" | "abandon_number") => {
      const [intentId, causationId] = [engines.ids.derive(effect, number.phoneNumberId), engines.ids.next()];
      const cause = { intentId, causationId, correlationId: "asked", instance: number.phoneNumberId, position: 0 };
      const context = { ...cause, attempt: 1, now: service.clock.now(), stillMine: () => Promise.resolve(true) };
      return effects[effect]?.({ ...number }, { ...context, firstTriedAt: null });
    };
    const told = async () => {
      const events = await engines.log.readStream(streamName(phoneNumbers.category, tenant.businessId));
      return events.slice(1).map(({ type, data }) => ({ type, ...(data as object) }));
    };
    const noted = async () => {
      const { rows } = await service.database.pool.query<{ provider: string | null; number: string | null }>(
        "SELECT provider, provider_number_id AS number FROM operational.number_releases WHERE phone_number_id = $1",
        [number.phoneNumberId],
      );
      return rows;
    };
    const forget = () => service.database.pool.query("TRUNCATE operational.number_releases");
    return { tenant, number, asked, perform, told, noted, forget };
  }
  const gives = () => Promise.resolve(had);
  const fails = (fault: SmsProviderError["fault"]) => () =>
    Promise.reject(new SmsProviderError(fault, "The provider says no."));

  it("are never asked for where the service has no provider: nothing is imitated", async () => {
    const tenant = await api.tenant();
    const answer = await tenant.browser.post("/api/phone-numbers", { type: "toll_free" });
    expect(expectStatus(answer, 503)).toMatchObject({ code: "sms_not_configured" });
    const { log } = service.running.engines;
    expect(await log.readStream(streamName(phoneNumbers.category, tenant.businessId))).toEqual([]);
  });

  it("leave a service without a provider without a sandbox, and one with a mail server says that mails leave it", async () => {
    expect(expectStatus(await api.anonymous.get("/readyz"), 200)).toMatchObject({
      ...{ status: "ready", mail: { configured: true, failingSince: null }, sms: null },
    });
    const admin = await api.admin();
    const registrationId = "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e03";
    const message = { from: "+14155550177", to: "+18335550100", body: "Hello?" };
    for (const reply of [
      await admin.post("/api/admin/sms-sandbox/reviews", { registrationId, status: "approved" }),
      await admin.post("/api/admin/sms-sandbox/messages", message),
      await admin.get("/api/admin/sms-sandbox/messages"),
    ])
      expect([reply.status, reply.json?.["code"]]).toEqual([404, "sandbox_not_chosen"]);
    expect(expectStatus(await admin.get("/api/admin/mails"), 200)).toEqual({ mails: [], configured: true });
  });

  it("records the number that was had, and asks for no other one when they are repeated", async () => {
    const { tenant, number, asked, perform, told, noted } = await stage(gives);
    await perform("provision_number");
    await perform("provision_number");
    const { businessId, phoneNumberId, kind, country, areaCode } = number;
    const inboundUrl = `https://service.example/api/sms/inbound?business=${tenant.businessId}&number=${phoneNumberId}`;
    expect(asked).toEqual([{ businessId, phoneNumberId, kind, country, areaCode, inboundUrl }]);
    expect(await told()).toMatchObject([{ type: "PhoneNumberProvisioned", ...had, provider: "twilio" }]);
    expect(await noted()).toEqual([]);
  });

  it.each(["refused", "none_available"] as const)(
    "records that there is no number where it is %s, and looks for one that an attempt before bought unheard",
    async (fault) => {
      let fail = fails("unavailable");
      const { tenant, number, perform, told, noted, forget } = await stage(() => fail());
      await expect(perform("provision_number")).rejects.toThrow("The provider says no.");
      fail = fails(fault);
      await perform("provision_number");
      expect(await told()).toMatchObject([{ type: "PhoneNumberProvisioningFailed", reason: fault }]);
      expect(await noted()).toEqual([{ provider: null, number: null }]);
      await forget();
      await perform("provision_number");
      expect(await noted()).toEqual([{ provider: null, number: null }]);
      const { state } = await service.running.engines.runner.load(phoneNumbers, tenant.businessId);
      expect(heldNumbers(state)).toEqual([{ phoneNumberId: number.phoneNumberId, had: null }]);
    },
  );

  it("leaves a provider that is out of reach to be asked again, and says nothing", async () => {
    const { perform, told } = await stage(fails("unavailable"));
    await expect(perform("provision_number")).rejects.toThrow("The provider says no.");
    expect(await told()).toEqual([]);
  });

  it("ends what was given up, looks for what was bought unheard, and leaves a number that was had after all", async () => {
    const given = await stage(fails("unavailable"));
    await given.perform("abandon_number");
    expect(await given.told()).toMatchObject([{ type: "PhoneNumberProvisioningFailed", reason: "unavailable" }]);
    expect(await given.noted()).toEqual([{ provider: null, number: null }]);
    const late = await stage(gives);
    await late.perform("provision_number");
    await late.perform("abandon_number");
    expect(await late.told()).toHaveLength(1);
    expect(await late.noted()).toEqual([]);
  });

  it("gives back what comes after it was given up", async () => {
    let provide: () => Promise<unknown> = () => Promise.resolve();
    const { perform, told, noted } = await stage(async () => {
      await provide();
      return had;
    });
    provide = () => Promise.resolve(perform("abandon_number"));
    expect(await perform("provision_number")).toEqual({ provisioned: false });
    expect(await told()).toMatchObject([{ type: "PhoneNumberProvisioningFailed", reason: "unavailable" }]);
    expect(await noted()).toContainEqual({ provider: "twilio", number: "PN1" });
  });

  it("buys nothing for a deleted business, which reads why once it is restored", async () => {
    const { tenant, asked, perform, told, noted } = await stage(gives);
    expectStatus(await tenant.browser.delete("/api/businesses/me/delete"), 200);
    await perform("provision_number");
    expect(asked).toEqual([]);
    expect(await told()).toMatchObject([{ type: "PhoneNumberProvisioningFailed", reason: "business_deleted" }]);
    expect(await noted()).toEqual([{ provider: null, number: null }]);
  });

  it("gives back what was bought while the business was erased, and writes nothing after it", async () => {
    let erase: () => Promise<unknown> = () => Promise.resolve();
    const { tenant, perform, told, noted } = await stage(async () => {
      await erase();
      return had;
    });
    erase = async () => {
      const { log, runner } = service.running.engines;
      const stream = streamName(phoneNumbers.category, tenant.businessId);
      await log.erase([stream]);
      runner.forget([stream]);
    };
    expect(await perform("provision_number")).toEqual({ provisioned: false });
    expect(await told()).toEqual([]);
    expect(await noted()).toEqual([{ provider: "twilio", number: "PN1" }]);
  });

  it("writes nothing into a history that is being counted for its removal", async () => {
    let begin: () => Promise<unknown> = () => Promise.resolve();
    const { tenant, perform, told, noted } = await stage(async () => {
      await begin();
      return had;
    });
    begin = async () => {
      const { runner, ids } = service.running.engines;
      const actor = { kind: "system", id: "restore-window" } as const;
      const context = { commandId: ids.next(), correlationId: "removal", causationId: "removal", actor };
      await runner.execute(businesses, tenant.businessId, removal, context);
    };
    await perform("provision_number");
    expect(await told()).toEqual([]);
    // The removal itself notes the number as well, once it comes to it, and knows no more than that there may be one.
    const known = (await noted()).filter(({ provider }) => provider !== null);
    expect(known).toEqual([{ provider: "twilio", number: "PN1" }]);
  });
});
