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
        "AccountRegistered.email",
        "AccountRegistered.name",
        "ApiKeyCreated.allowedAddresses.[]",
        "ApiKeyCreated.name",
        "ApiKeyRevokedByAdmin.reason",
        "ApiKeySuspended.reason",
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
        ...["ConversationOpened", "CustomerOptedIn", "CustomerOptedOut"].map((type) => `${type}.customerPhone`),
        ...["ConversationOpened", "CustomerNamed"].map((type) => `${type}.customerName`),
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
