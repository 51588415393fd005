/** What plans, scopes and the public catalogue of event types promise, and that the event schemas can be stored. */
import { z } from "zod";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { eventTypes, eventTypeSchema, type EventType } from "../../domain/event-types";
import { isPersonal, retentionOf } from "../../domain/fold/personal";
import { plans, planRank, quotas, type Quotas } from "../../domain/plans";
import { defaultScopes, scopes } from "../../domain/scopes";
import { aggregates } from "../../infra/composition/catalogue/aggregates";
import { checkEventSchemas } from "../../infra/sealing/boot-check";
import { reachable } from "../../infra/sealing/schema-nodes";

describe("the plans", () => {
  it("give with every higher rank at least what lower ranks give", () => {
    const ranked = [...plans].sort((a, b) => planRank[a] - planRank[b]);
    expect(ranked).toEqual(["free", "growth", "agency"]);
    for (const [index, higher] of ranked.slice(1).entries()) {
      const lower = quotas[ranked[index] ?? higher];
      for (const name of Object.keys(lower) as (keyof Quotas)[])
        expect(quotas[higher][name]).toBeGreaterThan(lower[name]);
    }
  });
});

describe("the scopes", () => {
  it("of a key without a list let it read, and never write or manage", () => {
    expect(defaultScopes.length).toBeGreaterThan(0);
    expect(defaultScopes.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
    expect(new Set(scopes).size).toBe(scopes.length);
  });
});

describe("the public event types", () => {
  it.each(Object.keys(eventTypes) as EventType[])(
    "%s has an example that is exactly what its schema declares",
    (type) => {
      const example = eventTypeExamples[type];
      expect(eventTypes[type].data.parse(example)).toEqual(example);
      expect(eventTypeSchema.parse(type)).toBe(type);
    },
  );

  it("have documents: every schema has a JSON Schema", () => {
    for (const { data } of Object.values(eventTypes)) expect(z.toJSONSchema(data)).toMatchObject({ type: "object" });
  });
});

describe("the event schemas", () => {
  it("pass the start-up check", () => {
    expect(() => checkEventSchemas(aggregates, [])).not.toThrow();
  });

  it("seal what can identify a person or is secret, and nothing else", () => {
    const definitions = aggregates.flatMap(({ events }) => Object.entries(events));
    const sealed = definitions.flatMap(([type, { schema }]) =>
      [...reachable(schema)].flatMap(([node, path]) => (isPersonal(node) ? [`${type}.${path}`] : [])),
    );
    const profile = ["name", "website", "targetCustomer", "differentiator"];
    const form = ["Name", "Website", "RegistrationNumber", "StreetAddress", "PostalCode"].map((it) => `business${it}`);
    const contact = ["FirstName", "LastName", "Email", "Phone"].map((it) => `businessContact${it}`);
    const said = ["useCaseSummary", "productionMessageSample", "optInImageUrls.[]", "messageSamples.[]"];
    expect(sealed.sort()).toEqual(
      [
        ...["query", "mentionText", "competitorsMentioned.[]"].map((field) => `AiAnswerRecorded.${field}`),
        "AccountRegistered.email",
        "AccountRegistered.name",
        "ApiKeyCreated.allowedAddresses.[]",
        "ApiKeyCreated.name",
        "ApiKeyRevokedByAdmin.reason",
        "ApiKeySuspended.reason",
        ...["ChatAnswered", "ChatAsked"].map((type) => `${type}.message`),
        "BusinessErasureOrdered.reason",
        ...["Created", "DeletionRequested", "ErasureOrdered", "Restored"].flatMap((what) =>
          profile.map((field) => `Business${what}.profile.${field}`),
        ),
        ...["CompetitorAdded", "CompetitorReactivated"].flatMap((type) =>
          ["name", "address", "website"].map((field) => `${type}.claim.${field}`),
        ),
        ...profile.map((field) => `BusinessProfileEdited.before.${field}`),
        ...["Drafted", "FormEdited"].flatMap((what) =>
          [...form, ...contact, ...said].map((field) => `Compliance${what}.form.${field}`),
        ),
        ...["Rejected", "ActionRequired", "Expired", "VerdictConfirmed"].map(
          (what) => `Compliance${what}.reasons.[].message`,
        ),
        ...["topic", "drafts.[].content"].map((field) => `ContentGenerated.${field}`),
        ...["url", "title", "description", "excerptPreview"].map((field) => `ContentGenerated.sourcePage.${field}`),
        ...["ConversationOpened", "CustomerOptedIn", "CustomerOptedOut"].map((type) => `${type}.customerPhone`),
        ...["ConversationOpened", "CustomerNamed"].map((type) => `${type}.customerName`),
        ...["name", "email", "phone", "tags.[]", "note", "externalId"].map((field) => `ContactCreated.${field}`),
        ...["comparison.own.name", "comparison.competitors.[].name", "market.leaders.[].name"].map(
          (field) => `ReportMade.figures.${field}`,
        ),
        "ReportMade.title",
        "SocialPostScheduled.text",
        ...["recipient", "person.[]", "subject", "text"].map((field) => `ReviewRequested.${field}`),
        ...["CustomerResubscribed", "CustomerUnsubscribed"].map((type) => `${type}.person.[]`),
        ...["reference", "note"].map((field) => `PaymentRecorded.${field}`),
        "NotificationsChosen.sms.to",
        "EmbedCreated.origins.[]",
        "EmbedCreated.title",
        "MessageQueued.body",
        "MessageReceived.body",
        "PhoneNumberProvisioned.phoneNumber",
        ...["ownerName", "contactEmail", "phone"].map((field) => `PlaceEnriched.content.${field}`),
        ...["text", "author", "ownerResponse"].map((field) => `PlaceReviewsCollected.reviews.[].${field}`),
        "WebhookEndpointMoved.url",
        "WebhookEndpointRegistered.secret",
        "WebhookEndpointRegistered.url",
        "WebhookSecretRotated.secret",
      ].sort(),
    );
  });

  it("hold instants that others name in years that every store can hold; of any year are those alone that the clock tells", () => {
    const definitions = aggregates.flatMap(({ events }) => Object.entries(events));
    const boundless = definitions.flatMap(([type, { schema }]) =>
      [...reachable(schema)].flatMap(([node, path]) =>
        node instanceof z.ZodISODateTime && node.safeParse("0000-01-01T00:00:00Z").success ? [`${type}.${path}`] : [],
      ),
    );
    expect(boundless.sort()).toEqual([
      "AlertMailed.mailedAt",
      "ApiKeyCreated.expiresAt",
      "BusinessDeletionRequested.restorableUntil",
      "BusinessRemoved.removedAt",
      "BusinessRemoved.requestedAt",
      "ChatAnswered.answeredAt",
      "ChatAsked.askedAt",
      "ChatAsked.expiresAt",
      "ComplianceSubmitted.submittedAt",
      "ContentGenerated.generatedAt",
      "ContentRequested.expiresAt",
      "ContentRequested.requestedAt",
      "DailyUsesCounted.countedAt",
      "HistoryAnchored.anchoredAt",
      "MessageQueued.queuedAt",
      "PaymentRecorded.recordedAt",
      "RefreshRequested.expiresAt",
      "RefreshRequested.requestedAt",
      "ReportMade.madeAt",
      "ReviewRequested.requestedAt",
      "SocialPostScheduled.scheduledAt",
      "WebhookSecretRotated.previousValidUntil",
    ]);
  });

  it("keep the texts of reviews for a while only, and everything else as long as its owner", () => {
    const definitions = aggregates.flatMap(({ events }) => Object.entries(events));
    const retained = definitions.flatMap(([type, { schema }]) =>
      [...reachable(schema)].flatMap(([node, path]) => {
        const retention = retentionOf(node);
        return retention === undefined ? [] : [[`${type}.${path}`, retention]];
      }),
    );
    expect(retained).toEqual([["PlaceReviewsCollected.reviews.[].text", "review_text"]]);
  });
});
