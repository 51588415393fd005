/** POST /api/v1/review-requests: a customer is asked to write a review, once. */
import { z } from "zod";
import { contactOf, contacts, contactWith, type Contacts } from "../../domain/contacts";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import {
  ASKED_AGAIN_DAYS,
  requestReview as request,
  reviewChannelSchema,
  reviewRequests,
} from "../../domain/review-requests";
import { Answer, apiKey, command, type Context } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { untilVisible } from "../../infra/http/visible";
import { reviewRequestView } from "../../read-api/dealings/review-request-view";
import { contactEmailSchema, contactPhoneSchema, withoutTag } from "./contact-details";
import { customerName, writingRefusals } from "../messaging/conversing";
import { countToday } from "../account/count-today";
import { planFails, planQuota } from "../account/plan-quota";
import { wayTo, type Reachable } from "./review-request-channel";
import { reviewRequestText } from "./review-request-text";
import { shownText } from "../shown-text";
import { loadActiveBusiness } from "../business/active-business";
import { phoneNumberIdSchema } from "../messaging/usable-number";
import { webUrl } from "../web-url";

export const requestReview = command({
  id: "request-review",
  method: "POST",
  path: "/api/v1/review-requests",
  access: apiKey("reviews:write"),
  on: "business",
  area: "crm",
  summary: "Ask for a review",
  description: `Asks a contact, or whoever has this e-mail address or phone number; one of the three. It is \`queued\` and sent once: by text message where the business has a number whose registration is approved and the phone is one of the United States or Canada, and otherwise by e-mail. Where nothing carries it on this service it is \`recorded\`, and never sent. Nobody is asked twice in ${ASKED_AGAIN_DAYS} days, by whichever address, nor by any way once they have written STOP from a number that is known as theirs. A text message counts as one of the business's messages as well. How far it got is at \`GET /api/v1/review-requests\`.`,
  body: z.strictObject({
    contactId: z.string().max(100).optional(),
    email: contactEmailSchema.optional(),
    phone: contactPhoneSchema.optional(),
    name: customerName.nullable().default(null).describe("Whoever is asked; a contact's own name unless told."),
    channel: reviewChannelSchema.optional().describe("Either, unless told."),
    phoneNumberId: phoneNumberIdSchema.optional().describe("The business's number from which a text message is sent."),
    reviewUrl: webUrl
      .max(500)
      .refine((url) => /^https:/i.test(url), "Expected an https URL")
      .describe("Where the review is written; https."),
    message: shownText(800)
      .nullable()
      .default(null)
      .describe("In place of our words, to a contact that the business keeps; the link follows it."),
  }),
  responds: { status: 202, body: z.strictObject({ reviewRequest: reviewRequestView }) },
  uses: ["reviewRequestsPerDay", "reviewRequestsPerAccountDaily", "messagesPerDay"],
  refusals: [
    ...writingRefusals,
    "asked_recently",
    "contact_not_found",
    "recipient_not_reachable",
    "review_request_limit_reached",
  ],
  fails: planFails,
  example: { email: "kari@example.com", name: "Kari", reviewUrl: "https://reviews.example/harbour-cafe" },
  handle: async ({ body }, context) => {
    const { account, business, services, now } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    const asked = askedIn((await services.runner.load(contacts, business.id)).state, body);
    if (isRefusal(asked)) return asked;
    const wished = { channel: body.channel ?? null, phoneNumberId: body.phoneNumberId ?? null };
    const way = await wayTo(context, asked.reach, asked.person, wished);
    if (isRefusal(way)) return way;
    const name = body.name ?? asked.name;
    const { message, reviewUrl } = body;
    if (message !== null && asked.contactId === null)
      throw invalid([{ path: "message", message: "Own words go to contacts of the business alone." }]);
    const said = { channel: way.channel, business: active.profile.name, name, message, reviewUrl };
    const ids = { businessId: business.id, accountId: account.id, requestId: services.ids.next() };
    const whole = { ...ids, contactId: asked.contactId, person: asked.person, ...way, ...reviewRequestText(said) };
    return execute(context, whole, planQuota(account, "reviewRequestsPerDay"), now.toISOString());
  },
});

async function execute(context: Context<"business">, whole: Parameters<typeof request>[0], quota: number, now: string) {
  const decide = request(whole, { now, quota });
  const { state } = await context.services.runner.load(reviewRequests, context.business.id);
  // What is refused anyway counts none of the account's.
  const usedUp =
    context.dryRun || isRefusal(decide(state)) ? null : await countToday(context, "reviewRequestsPerAccountDaily");
  if (usedUp !== null) throw usedUp;
  const executed = await context.execute(reviewRequests, context.business.id, decide);
  if (isRefusal(executed)) return executed;
  if (context.dryRun) return new Answer(200, undefined);
  await untilVisible(context, ["review_requests"], executed.position);
  const [made] = executed.events;
  if (made?.type !== "ReviewRequested") throw new Error("A review was asked for and cannot be found.");
  const { requestId: id, contactId, channel, recipient, subject, text, delivery, requestedAt } = made.data;
  const told = { id, contactId, channel, recipient, subject, message: text, status: delivery, failureReason: null };
  return { reviewRequest: { ...told, createdAt: requestedAt, updatedAt: requestedAt } };
}

interface Asked {
  readonly contactId: string | null;
  readonly name: string | null;
  /** Where they may be written to. */
  readonly reach: Reachable;
  readonly person: readonly string[];
}

/** A contact who has the address or number is that contact: whoever is known by several is asked once, and where they were named. */
function askedIn(
  state: Contacts,
  named: {
    readonly contactId?: string | undefined;
    readonly email?: string | undefined;
    readonly phone?: string | undefined;
  },
): Asked | Refusal {
  const { contactId, email, phone } = named;
  if ([contactId, email, phone].filter((one) => one !== undefined).length !== 1)
    throw invalid([{ path: "contactId", message: "Expected one of contactId, email and phone." }]);
  const contact = contactOf(state, contactId ?? contactWith(state, { email, phone }) ?? "");
  if (contactId !== undefined && contact === undefined) return refuse("contact_not_found", "There is no such contact.");
  const reach = contactId === undefined ? { email: email ?? null, phone: phone ?? null } : contact;
  const addresses = [email, contact?.email].flatMap((one) => one ?? []);
  const person = [...addresses, ...addresses.map(withoutTag), ...[phone, contact?.phone].flatMap((one) => one ?? [])];
  return {
    contactId: contact?.contactId ?? null,
    name: contact?.name ?? null,
    reach: reach ?? { email: null, phone: null },
    person: [...new Set(person)],
  };
}
