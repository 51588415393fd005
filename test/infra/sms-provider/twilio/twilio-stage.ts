/** A stand-in of Twilio, and the adapter that asks it by the guarded client, with what it counted and what it had kept. */
import { createGuardedClient } from "../../../../infra/outbound/guarded-connector";
import type { RegistrationForm } from "../../../../infra/sms-provider/registration-form";
import {
  SmsProviderError,
  type ReviewVerdict,
  type SubmittedRegistration,
} from "../../../../infra/sms-provider/sms-provider";
import type { SmsMetrics } from "../../../../infra/sms-provider/sms-provider";
import {
  createTwilioSms,
  type TwilioSms,
  type TwilioSmsOptions,
} from "../../../../infra/sms-provider/twilio/twilio-sms";
import { TestClock } from "../../../support/test-clock";
import {
  startTwilioStandIn,
  TWILIO_ACCOUNT,
  TWILIO_PRIMARY_PROFILE,
  TWILIO_TOKEN,
  type TwilioStandIn,
} from "../../../support/twilio-stand-in";
import type { Fields } from "../../../support/twilio-stand-in-resources";

type Call = Parameters<SmsMetrics["called"]>[0];
export const REVIEWED_URL = "https://service.example/api/compliance/status-callback";
export const NUMBER_SID = `PN${"2".repeat(32)}`;

export interface TwilioStage {
  readonly standIn: TwilioStandIn;
  readonly sms: TwilioSms;
  readonly clock: TestClock;
  readonly calls: readonly Call[];
  /** Changes what the only resource of a collection says, as reviewers do. */
  say(collection: string, fields: Fields): void;
  /** The only resource of a collection. */
  only(collection: string): Fields;
  close(): Promise<void>;
}

export async function openTwilioStage(options: Partial<TwilioSmsOptions> = {}): Promise<TwilioStage> {
  const clock = new TestClock();
  const standIn = await startTwilioStandIn(() => clock.now());
  const client = createGuardedClient({ allowedTargets: [new URL(standIn.url).host] });
  const calls: Call[] = [];
  const sms = await createTwilioSms({
    ...{ client, clock },
    metrics: { called: (call) => calls.push(call) },
    accountSid: TWILIO_ACCOUNT,
    authToken: TWILIO_TOKEN,
    standInUrl: standIn.url,
    primaryProfileSid: TWILIO_PRIMARY_PROFILE,
    reviewedUrl: REVIEWED_URL,
    ...options,
  });
  const only = (collection: string): Fields => {
    const [one, ...others] = standIn.world.of(collection);
    if (one === undefined || others.length > 0) throw new Error(`There is not one of ${collection}.`);
    return one.fields;
  };
  return {
    ...{ standIn, sms, clock, calls, only },
    say: (collection, fields) => void Object.assign(only(collection), fields),
    async close() {
      sms.stop();
      await client.close();
      await standIn.close();
    },
  };
}

/** The business's side of a registration: it submits, corrects, and keeps what it is told to keep. */
export class Registrant {
  references: Readonly<Record<string, string>> = {};
  episode = 1;
  /** How often keeping still succeeds, before the process dies in its place. */
  keepsLeft = Number.POSITIVE_INFINITY;

  constructor(
    private readonly sms: TwilioSms,
    private readonly kind: SubmittedRegistration["kind"],
    public form: RegistrationForm,
  ) {}

  /** `looking` where only the verdict is wanted. */
  async advance(isNew = true): Promise<ReviewVerdict> {
    return await this.sms.advanceRegistration(
      {
        registrationId: "7a1c0f3e-0000-4000-8000-000000000001",
        businessId: "business-1",
        episode: this.episode,
        kind: this.kind,
        phoneNumber: "+12125550100",
        providerNumberId: NUMBER_SID,
        form: this.form,
        references: this.references,
        isNew,
      },
      async (references) => {
        if (this.keepsLeft <= 0) throw new Error("The process died.");
        this.keepsLeft -= 1;
        this.references = references;
        await Promise.resolve();
      },
    );
  }

  async resubmit(changes: Partial<RegistrationForm> = {}): Promise<ReviewVerdict> {
    this.form = { ...this.form, ...changes };
    this.episode += 1;
    return await this.advance();
  }
}

export const completeForm: RegistrationForm = {
  businessName: "Harbour Cafe & Söhne",
  businessWebsite: "https://harbour.example",
  businessType: "private_profit",
  businessRegistrationNumber: "12-3456789",
  businessStreetAddress: "1 Quay",
  businessCity: "Portland",
  businessStateProvinceRegion: "ME",
  businessPostalCode: "04101",
  businessCountry: "US",
  businessContactFirstName: "Ada",
  businessContactLastName: "Berg",
  businessContactEmail: "ada@harbour.example",
  businessContactPhone: "+12075550123",
  useCaseCategories: ["CUSTOMER_CARE", "EVENTS"],
  useCaseSummary: "We answer questions of guests and tell them when their table is ready.",
  productionMessageSample: "Your table is ready.",
  optInType: "web_form",
  optInImageUrls: [],
  messageVolume: "1,000",
  messageSamples: ["Your table is ready.", "We open at nine."],
};

/** What the port threw; fails where it threw nothing, or anything else. */
export async function faultOf(asked: Promise<unknown>): Promise<SmsProviderError> {
  const thrown: unknown = await asked.then(
    () => new Error("Nothing was thrown."),
    (error: unknown) => error,
  );
  if (thrown instanceof SmsProviderError) return thrown;
  throw thrown;
}
