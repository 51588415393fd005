/** POST /api/sms/inbound: the messaging provider hands in what a customer wrote to a number of a business. */
import { z } from "zod";
import { businesses } from "../../domain/businesses";
import { conversations } from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { answersOf, keywordOf } from "../../domain/opt-out-words";
import { activeNumber, phoneNumbers } from "../../domain/phone-numbers";
import { receive } from "../../domain/receiving";
import { refuse } from "../../domain/refusals";
import { action, Answer, provider } from "../../infra/http/endpoint";
import { senderOf } from "./customer-phone";
import { storableText } from "../shown-text";
import { inboundForms } from "./callback-forms";
import { providerContext, smsOf } from "./provider-calls";

/** More than any carrier delivers in one piece; what is longer is cut. */
const CHARACTERS_MAX = 10_000;

export const receiveSms = action({
  id: "receive-sms",
  method: "POST",
  path: "/api/sms/inbound",
  access: provider(),
  on: "none",
  area: "conversation",
  summary: "Take in a customer's message",
  forms: inboundForms,
  example: {
    "application/x-www-form-urlencoded": {
      MessageSid: "SM0f2f6f1c2a109d536c1e7b7e0196f1d2",
      From: "+12065550147",
      To: "+14155550123",
      Body: "Is the terrace open?",
      NumMedia: "0",
    },
    "application/json": {
      kind: "inbound",
      id: "inbound-1",
      from: "+12065550147",
      to: "+14155550123",
      body: "Is the terrace open?",
    },
  },
  description:
    "Answered in the provider's own form. What was handed in before changes nothing. A business that was deleted and can be restored receives its messages all the same.",
  query: z.strictObject({ business: z.string().max(100), number: z.string().max(100) }),
  responds: { status: 200, body: z.strictObject({}), alternatives: ["text/xml"] },
  refusals: ["business_not_found", "phone_number_not_found"],
  handle: async ({ query: { business: businessId, number: phoneNumberId }, signed }, context) => {
    const { services, now } = context;
    const sms = smsOf(services);
    const inbound = sms.callbacks.readInbound(signed);
    const [{ state: business }, numbers] = await Promise.all([
      services.runner.load(businesses, businessId),
      services.runner.load(phoneNumbers, businessId),
    ]);
    if (business.status === "unknown" || business.status === "removing")
      return refuse("business_not_found", "There is no such business.");
    const number = activeNumber(numbers.state, phoneNumberId);
    if (number?.provider !== sms.name || number.phoneNumber !== inbound.to)
      return refuse("phone_number_not_found", "The business has no such phone number.");
    const { ids, runner } = services;
    const { accountId } = business;
    const commandId = ids.derive("sms-inbound", phoneNumberId, inbound.providerMessageId);
    const [conversationId, messageId] = [ids.derive("conversation", commandId), ids.derive("message", commandId)];
    const received = {
      ...{ businessId, accountId, conversationId, messageId, phoneNumberId, provider: sms.name },
      customerPhone: senderOf(storableText(inbound.from, CHARACTERS_MAX)),
      providerMessageId: inbound.providerMessageId,
      body: storableText(inbound.body, CHARACTERS_MAX),
      keyword: keywordOf(inbound.body),
      mediaCount: inbound.mediaCount,
    };
    const answers = answersOf(business.profile.name);
    const answering = { messageId: ids.derive("answer", commandId), answers };
    const isOurs = !sms.answersKeywords && business.status === "active";
    const decide = receive(received, now.toISOString(), isOurs ? answering : null);
    const told = await runner.execute(
      conversations,
      businessId,
      decide,
      providerContext(context, businessId, commandId),
    );
    if (isRefusal(told)) return told;
    const { contentType, body } = sms.callbacks.acknowledgement;
    return new Answer(200, body, { "content-type": contentType });
  },
});
