/** The beginning: accounts, a business, a key, its place and competitors, and a webhook. */
import { createClient, type Client } from "local-business-intelligence-client";
import { browser, CallRefused, type Api, type Json } from "./api";
import { ownPlace, rivals } from "./observations";
import type { Progress } from "./progress";
import type { Receiver } from "./receiver";

export interface Stage {
  readonly run: string;
  readonly progress: Progress;
  readonly receiver: Receiver;
  readonly url: string;
  readonly admin: Api;
  readonly feed: (observations: readonly Json[]) => Promise<Json>;
}

export interface Cast {
  readonly owner: Api;
  readonly client: Client;
  readonly businessId: string;
  readonly webhookId: string;
  /** The first of them is the one that most happens to. */
  readonly competitorIds: readonly string[];
}

interface Settling extends Stage {
  readonly adminCredentials: { readonly email: string; readonly password: string; readonly adminToken?: string };
  readonly history: readonly Json[];
}

export async function settleIn(stage: Settling): Promise<Cast> {
  const { progress, receiver, url, run } = stage;
  const owner = browser(url);
  const accountId = await progress.step("Sign up", async () => {
    const signedUp = await owner.call("POST", "/api/auth/sign-up", {
      email: `${run}@demo.example`,
      password: "harbour harbour",
      name: "Ada",
    });
    return [`account ${String(signedUp["accountId"])}`, String(signedUp["accountId"])];
  });
  const businessId = await progress.step("Create a business", async () => {
    const profile = { name: "Harbour Café", category: "cafe", city: "Oslo", country: "NO" };
    const { business } = await owner.call("POST", "/api/businesses", profile);
    const id = String((business as Json)["id"]);
    return [`business ${id}`, id];
  });
  await progress.step("An administrator sets the Growth plan", async () => {
    await signInOrUp(stage);
    await stage.admin.call("PATCH", `/api/admin/accounts/${accountId}/plan`, { plan: "growth" });
    return ["growth", undefined];
  });
  const client = await progress.step("Create an API key", async () => {
    const scopes = [
      "competitors:read",
      "competitors:write",
      "reviews:read",
      "analytics:read",
      "alerts:read",
      "webhooks:manage",
    ];
    const created = await owner.call("POST", "/api/keys", { name: "Demo", scopes });
    return [
      `${String(created["prefix"])}…, shown once`,
      createClient({ baseUrl: url, apiKey: String(created["key"]) }),
    ];
  });
  await progress.step("Feed 60 days of observations", async () => {
    const report = await stage.feed(stage.history);
    return [`${String(report["received"])} taken in, ${String(report["changed"])} said something new`, undefined];
  });
  await progress.step("Link the own place", async () => {
    await owner.call("PATCH", "/api/businesses/me", { placeId: ownPlace(run).placeId });
    return [ownPlace(run).placeId, undefined];
  });
  const competitorIds = await progress.step("Track three competitors", () => tracked(client, run));
  const webhookId = await progress.step("Register a webhook", () => register(client, receiver));
  return { owner, client, businessId, webhookId, competitorIds };
}

async function tracked(client: Client, run: string): Promise<readonly [string, readonly string[]]> {
  const ids: string[] = [];
  for (const { placeId, name } of rivals(run)) {
    const { competitor } = await client.post("/api/v1/competitors", { body: { place_id: placeId, name } });
    ids.push(competitor.id);
  }
  const names = rivals(run).map(({ name }) => name);
  return [names.join(", "), ids];
}

async function register(client: Client, receiver: Receiver): Promise<readonly [string, string]> {
  const { data } = await client.get("/api/v1/event-types");
  const events = data.map(({ type }) => type);
  const { id, secret } = await client.post("/api/v1/webhooks", { body: { url: receiver.url, events } });
  receiver.trust(secret);
  return [`${receiver.url}, ${events.length} event types`, id];
}

/** The administrator of a service that was started just now has no account yet. */
async function signInOrUp({ admin, adminCredentials }: Settling): Promise<void> {
  try {
    await admin.call("POST", "/api/auth/sign-in", adminCredentials);
  } catch (error) {
    if (!(error instanceof CallRefused) || error.status !== 401) throw error;
    await admin.call("POST", "/api/auth/sign-up", { ...adminCredentials, name: "Admin" });
  }
}
