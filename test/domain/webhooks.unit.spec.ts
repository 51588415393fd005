import { WEBHOOK_ENDPOINTS_MAX } from "../../domain/plans";
import {
  change,
  pause,
  register,
  remove,
  requestTest,
  retryDeliveries,
  rotateSecret,
  secretsAt,
  webhooks,
  type WebhookEvent,
} from "../../domain/webhooks";
import { given } from "../support/given";

const accountId = "a1";
const ids = { accountId, endpointId: "e1" };
const url = "https://hooks.example.com/a";
const endpoint = (endpointId: string) => ({
  accountId,
  endpointId,
  url,
  events: ["alert.created" as const, "competitor.rating_change" as const],
  secret: "whsec_1",
});
const registered = (endpointId = "e1"): WebhookEvent => ({
  type: "WebhookEndpointRegistered",
  data: endpoint(endpointId),
});
const paused = (reason: "requested" | "receiver_gone" | "target_refused"): WebhookEvent => ({
  type: "WebhookEndpointPaused",
  data: { ...ids, reason },
});
const resumed: WebhookEvent = { type: "WebhookEndpointResumed", data: ids };
const deleted: WebhookEvent = { type: "WebhookEndpointDeleted", data: ids };
const rotated = (secret: string, previousValidUntil: string): WebhookEvent => ({
  type: "WebhookSecretRotated",
  data: { ...ids, secret, previousValidUntil },
});

describe("an account's webhook endpoints", () => {
  it("are registered once each, ten at most; deleted ones make room", () => {
    given(webhooks, [])
      .when(register(endpoint("e1")))
      .then([registered()])
      .repeatsNothing();
    const all = Array.from({ length: WEBHOOK_ENDPOINTS_MAX }, (_, index) => registered(`e${index + 1}`));
    expect(all).toHaveLength(10);
    given(webhooks, all)
      .when(register(endpoint("e11")))
      .thenRefused("webhook_endpoint_quota_reached", { quota: { name: "webhookEndpoints", limit: 10, used: 10 } });
    given(webhooks, all)
      .when(register(endpoint("e1")))
      .then([]);
    given(webhooks, [...all, deleted])
      .when(register(endpoint("e11")))
      .then([registered("e11")]);
  });

  it("change in what is given, an event per intent, and only where it differs", () => {
    const changes = { url: "https://hooks.example.com/b", events: ["alert.created" as const], active: false };
    given(webhooks, [registered()])
      .when(change(accountId, "e1", changes))
      .then([
        { type: "WebhookEndpointMoved", data: { ...ids, url: changes.url } },
        { type: "WebhookEndpointResubscribed", data: { ...ids, events: changes.events } },
        paused("requested"),
      ])
      .repeatsNothing();
    given(webhooks, [registered()])
      .when(change(accountId, "e1", {}))
      .then([]);
  });

  it("subscribe to a set of types, whose order says nothing", () => {
    given(webhooks, [registered()])
      .when(change(accountId, "e1", { events: ["competitor.rating_change", "alert.created", "alert.created"] }))
      .then([]);
  });

  it("are resumed once, whyever they were paused", () => {
    for (const reason of ["requested", "receiver_gone", "target_refused"] as const)
      given(webhooks, [registered(), paused(reason)])
        .when(change(accountId, "e1", { active: true }))
        .then([resumed])
        .repeatsNothing();
  });

  it("are paused by the sender once, and left alone where they are paused or gone", () => {
    given(webhooks, [registered()])
      .when(pause(accountId, "e1", "receiver_gone"))
      .then([paused("receiver_gone")])
      .repeatsNothing();
    given(webhooks, [registered(), paused("requested")])
      .when(pause(accountId, "e1", "target_refused"))
      .then([]);
    given(webhooks, [registered(), deleted])
      .when(pause(accountId, "e1", "receiver_gone"))
      .then([]);
  });

  it("sign with both secrets until the overlap ends, the newest first", () => {
    const until = "2026-01-02T00:00:00.000Z";
    const { state } = given(webhooks, [registered()]).when(rotateSecret(accountId, "e1", "whsec_2", until));
    given(webhooks, [registered()])
      .when(rotateSecret(accountId, "e1", "whsec_2", until))
      .then([rotated("whsec_2", until)])
      .repeatsNothing();
    const after = state.get("e1");
    if (after === undefined) throw new Error("The endpoint is gone.");
    expect(secretsAt(after, "2026-01-01T23:59:59.999Z")).toEqual(["whsec_2", "whsec_1"]);
    expect(secretsAt(after, until)).toEqual(["whsec_2"]);
  });

  it("sign with the one secret they have before any rotation, and with the newest two after several", () => {
    const until = "2026-01-02T00:00:00.000Z";
    const before = given(webhooks, [registered()]).state.get("e1");
    const twice = given(webhooks, [registered(), rotated("whsec_2", until), rotated("whsec_3", until)]).state.get("e1");
    if (before === undefined || twice === undefined) throw new Error("The endpoint is gone.");
    expect(secretsAt(before, "2026-01-01T00:00:00.000Z")).toEqual(["whsec_1"]);
    expect(secretsAt(twice, "2026-01-01T00:00:00.000Z")).toEqual(["whsec_3", "whsec_2"]);
  });

  it("are tested and retried as often as it is asked, and deleted once", () => {
    const tested: WebhookEvent = {
      type: "WebhookTestRequested",
      data: { ...ids, deliveryId: "d1", eventType: "alert.created" },
    };
    const retried: WebhookEvent = { type: "WebhookDeliveriesRetried", data: { ...ids, deliveryIds: ["d1", "d2"] } };
    given(webhooks, [registered()])
      .when(requestTest(accountId, "e1", "d1", "alert.created"))
      .then([tested])
      .repeats([tested]);
    given(webhooks, [registered()])
      .when(retryDeliveries(accountId, "e1", ["d1", "d2"]))
      .then([retried])
      .repeats([retried]);
    given(webhooks, [registered()])
      .when(retryDeliveries(accountId, "e1", []))
      .then([]);
    given(webhooks, [registered()])
      .when(remove(accountId, "e1"))
      .then([deleted])
      .repeatRefused("webhook_endpoint_not_found");
  });

  it("must be known", () => {
    const decisions = [
      change(accountId, "e1", { active: true }),
      rotateSecret(accountId, "e1", "whsec_2", "2026-01-02T00:00:00.000Z"),
      remove(accountId, "e1"),
      requestTest(accountId, "e1", "d1", "alert.created"),
      retryDeliveries(accountId, "e1", ["d1"]),
    ];
    for (const decision of decisions) given(webhooks, []).when(decision).thenRefused("webhook_endpoint_not_found");
  });
});
