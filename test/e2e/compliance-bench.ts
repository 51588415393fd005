/** What tests of registrations over HTTP have in common: businesses with numbers, reviewers, and what was recorded. */
import { compliance } from "../../domain/compliance";
import { streamName } from "../../domain/fold/aggregate";
import { isRefusal } from "../../domain/fold/refusal";
import { phoneNumbers, type PhoneNumberEvent } from "../../domain/phone-numbers";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { eventually } from "../support/eventually";
import { contextOf } from "../support/fold-kernel";
import type { Reply } from "../support/http-client";
import { startTestService, type TestService } from "../support/service";
import { haveNumber } from "../support/texting";
import { settled } from "./settled";

export const PATH = "/api/businesses/me/phone-compliance";

export interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly status: string;
}

export const one = (body: Readonly<Record<string, unknown>>): Shown => body["registration"] as Shown;
export const refusal = ({ status, json }: Reply) => [status, json?.["code"]];

/** What a test is given; members are of the service that runs while the test does. */
export interface Bench {
  readonly service: TestService;
  readonly api: Api;
  /** May have ten numbers. */
  readonly tenant: Tenant;
  /** Somebody else, who may have as many. */
  readonly other: Tenant;
  register(tenant: Tenant, phoneNumberId: string, more?: object): Promise<Shown>;
  /** A number that was had for it, and its registration. */
  registered(tenant: Tenant): Promise<Shown>;
  listed(tenant: Tenant, query?: string): Promise<readonly Shown[]>;
  /** Reviewers come to this, and the service has heard of it. */
  reviewed(tenant: Tenant, registrationId: string, status: string, reasons?: readonly object[]): Promise<Shown>;
  /** The types of what was recorded of one of its registrations, once everything that follows has happened. */
  recorded(tenant: Tenant, registrationId?: string): Promise<readonly string[]>;
  /** A number that was had when the service had another provider. */
  numberOfOther(tenant: Tenant): Promise<string>;
}

/** One service for all tests of `define`, whose messages the sandbox carries. */
export function describeCompliance(define: (bench: Bench) => void): void {
  let service: TestService;
  let api: Api;
  let tenants: readonly [Tenant, Tenant];
  beforeAll(async () => {
    service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
    api = createApi(service);
    tenants = await Promise.all([api.tenant({ plan: "agency" }), api.tenant({ plan: "agency" })]);
  }, 60_000);
  afterAll(() => service.close());
  const register: Bench["register"] = async ({ browser }, phoneNumberId, more = {}) =>
    one(expectStatus(await browser.post(PATH, { phoneNumberId, ...completeForm, ...more }), 201));
  const listed: Bench["listed"] = async ({ browser }, query = "") =>
    expectStatus(await browser.get(`${PATH}${query}`), 200)["registrations"] as Shown[];
  const bench: Bench = {
    get service() {
      return service;
    },
    get api() {
      return api;
    },
    get tenant() {
      return tenants[0];
    },
    get other() {
      return tenants[1];
    },
    register,
    registered: async (tenant) => register(tenant, (await haveNumber(tenant)).id),
    listed,
    async reviewed(tenant, registrationId, status, reasons = []) {
      await settled(service);
      const review = { registrationId, status, reasons };
      expectStatus(await (await api.admin()).post("/api/admin/sms-sandbox/reviews", review), 202);
      return eventually(async () => {
        const found = (await listed(tenant)).find(({ id }) => id === registrationId);
        if (found?.status !== status) throw new Error(`It is ${String(found?.status)}.`);
        return found;
      });
    },
    async recorded({ businessId }, registrationId) {
      await settled(service);
      const events = await service.running.engines.log.readStream(streamName(compliance.category, businessId));
      const of = ({ data }: { data: unknown }) => (data as { registrationId: string }).registrationId;
      return events
        .filter((event) => registrationId === undefined || of(event) === registrationId)
        .map(({ type }) => type);
    },
    numberOfOther: (tenant) => numberOfOther(service, tenant),
  };
  define(bench);
}

async function numberOfOther({ running }: TestService, { businessId, accountId }: Tenant): Promise<string> {
  const { runner, ids } = running.engines;
  const number = { businessId, accountId, phoneNumberId: ids.next() };
  const had = { phoneNumber: "+18885550142", provider: "twilio", providerNumberId: "PN1" } as const;
  const happened: readonly PhoneNumberEvent[] = [
    { type: "PhoneNumberRequested", data: { ...number, kind: "toll_free", country: "US", areaCode: null } },
    { type: "PhoneNumberProvisioned", data: { ...number, ...had } },
  ];
  const context = { ...contextOf(ids.next()), businessId };
  const executed = await runner.execute(phoneNumbers, businessId, () => happened, context);
  if (isRefusal(executed)) throw new Error(executed.message);
  return number.phoneNumberId;
}
