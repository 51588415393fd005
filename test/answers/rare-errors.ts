/** What tests are hardly ever answered with, from whatever refuses and answers it in the service. */
import { keyShownBefore } from "../../commands/account/create-api-key";
import { placeIsCompetitor } from "../../commands/business/edit-business";
import { create } from "../../domain/businesses";
import { content, settleContent } from "../../domain/content";
import { contacts, createContact } from "../../domain/contacts";
import { refusedForToday } from "../../domain/day-quota";
import { isRefusal } from "../../domain/fold/refusal";
import { limitOf, type QuotaName, quotas } from "../../domain/plans";
import type { RefusalCode } from "../../domain/refusals";
import { namedRefusals, refusalStatuses } from "../../infra/composition/catalogue/refusal-statuses";
import type { Endpoint } from "../../infra/http/endpoint";
import { errorAnswer, expectedFailure, refusedFailure } from "../../infra/http/error-answers";
import type { Failure } from "../../infra/http/failure";
import { noText } from "../../infra/http/signed-request";
import { unreadableFailure } from "../../infra/http/unreadable";
import { TooManyHashes } from "../../infra/identity/hashing-queue";
import { twilioCallbacks } from "../../infra/sms-provider/twilio/callbacks";
import { sandboxOf } from "../../read-api/messaging/sandbox-view";

const now = "2026-01-15T09:30:00.000Z";
const REQUEST = "0196f1d2-6c1e-7b7e-9d53-2a1b3c4d5e6f";
const businessId = "0196f1d2-6c1e-7b7e-9d53-5a6b7c8d9e0f";
const accountId = "0196f1d2-6c1e-7b7e-9d53-1f2e3d4c5b6a";
const { contactsPerBusiness } = quotas.growth;
/** What is counted within a day, by the code that refuses more of it. */
const daily: Partial<Record<RefusalCode, readonly [name: QuotaName, what: string]>> = {
  message_limit_reached: ["messagesPerDay", "messages"],
  payment_limit_reached: ["paymentsPerDay", "payments"],
  refresh_limit_reached: ["refreshesPerDay", "refreshes"],
  report_limit_reached: ["reportsPerDay", "reports"],
  review_request_limit_reached: ["reviewRequestsPerDay", "review requests"],
  social_post_limit_reached: ["socialPostsPerDay", "social posts"],
};

const usedUp = (code: RefusalCode, name: QuotaName, what: string) => {
  const quota = limitOf("growth", name);
  return refusedForToday({ day: now.slice(0, 10), used: quota }, { now, quota }, { code, name, what });
};

// Of these decisions only what refuses them matters.
const created = { businessId, accountId, placeId: null } as Parameters<typeof create>[0];
const written = { type: "ContentGenerated", data: { requestId: "1" } } as Parameters<typeof settleContent>[0];
const contact = { contactId: "1", email: null, phone: null, externalId: null } as Parameters<typeof createContact>[0];

/** What decisions give where they refuse. */
const refusals = (): readonly unknown[] => [
  placeIsCompetitor,
  keyShownBefore,
  create(created)({ status: "active" } as Parameters<ReturnType<typeof create>>[0]),
  settleContent(written, now)(content.initial),
  createContact(contact, contactsPerBusiness)({ ...contacts.initial, count: contactsPerBusiness }),
  ...Object.entries(daily).map(([code, [name, what]]) => usedUp(code as RefusalCode, name, what)),
];

/** What is thrown, and what is answered to what is no request. */
function failures(): readonly (Failure | undefined)[] {
  const thrown = (fails: () => unknown): unknown => {
    try {
      return fails();
    } catch (error) {
      return error;
    }
  };
  const unreachable = new Error("timeout exceeded when trying to connect");
  const all = [new TooManyHashes(), unreachable, thrown(() => sandboxOf({ smsSandbox: null })), noText()];
  return [...all.map(expectedFailure), unreadableFailure("HPE_HEADER_OVERFLOW")];
}

/** The bodies of these errors by their codes, as the service would answer with them. */
export function rareErrors(): Readonly<Record<string, object>> {
  const forms = { refusalStatuses, namedRefusals };
  const refused = refusals()
    .filter((one) => isRefusal(one))
    .map((one) => refusedFailure(one, { id: "any", refusals: [one.refused] } as unknown as Endpoint, forms));
  const all = [...refused, ...failures()].filter((one) => one !== undefined);
  return Object.fromEntries(
    all.map((failure) => [
      failure.code,
      JSON.parse(errorAnswer(failure, REQUEST, { headers: {} }).body as string) as object,
    ]),
  );
}

/** Only a provider is answered in its own form. */
export const rareAnswers = (): Readonly<Record<string, unknown>> => {
  const never = () => false;
  const { contentType, body } = twilioCallbacks(
    { validateRequest: never, validateRequestWithBody: never },
    "",
  ).acknowledgement;
  return { [`receiveSms 200 ${contentType}`]: body };
};
