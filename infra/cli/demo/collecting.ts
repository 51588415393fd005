/** Facts on demand: a suggestion is taken up from a spreadsheet, fresh facts are asked for, and a collector brings them. */
import type { Api, Json } from "./api";
import { brought } from "./observations";
import type { Cast, Stage } from "./settle-in";
import { until } from "./until";

interface Scene extends Stage, Cast {
  readonly collector: Api;
}

export async function factsAreCollected(scene: Scene): Promise<void> {
  const { progress, owner, run } = scene;
  await progress.step("Ask for competitors nearby", async () => {
    const { suggestions } = await owner.call("GET", "/api/competitors/suggestions?radius=5000");
    const told = (suggestions as readonly Json[]).map(
      ({ name, distanceMeters }) => `${String(name)}, ${Math.round(Number(distanceMeters))} m away`,
    );
    if (told.length === 0) throw new Error("Nothing is suggested although a place nearby is not tracked.");
    return [told.join("; "), undefined];
  });
  await progress.step("Import a spreadsheet", async () => {
    const rows = [`Pier Six;${run}-new-place`, `Fjord Coffee;${run}-fjord-coffee`, "Somewhere;"];
    const data = ["name;place_id", ...rows].join("\n");
    const { imported, skipped, errors } = await owner.call("POST", "/api/competitors/import", { type: "csv", data });
    const lines = (errors as readonly Json[]).map(({ line }) => String(line));
    return [`${String(imported)} imported, ${String(skipped)} skipped, line ${lines.join(", ")} refused`, undefined];
  });
  await progress.step("Ask for fresh facts of one, and be a collector", () => refreshed(scene));
  await progress.step("Read what is stored of it", async () => {
    const path = `/api/competitors/${String(scene.competitorIds[0])}`;
    const { products } = await owner.call("GET", `${path}/products`);
    const { techStack } = await owner.call("GET", `${path}/tech-stack`);
    const counts = [products, techStack].map((list) => (list as readonly Json[]).length);
    return [`${counts[0]} products, ${counts[1]} technologies`, undefined];
  });
}

async function refreshed({ owner, collector, feed, competitorIds, run }: Scene): Promise<readonly [string, undefined]> {
  const { status } = await owner.call("POST", `/api/competitors/${String(competitorIds[0])}/check`);
  const placeId = `${run}-fjord-coffee`;
  const requestId = await leased(collector, placeId);
  await feed([brought(new Date(), placeId, requestId)]);
  await until(async () => (await listed(owner, placeId))["refresh_status"] === "ready", "The refresh did not end.");
  return [`${String(status)}, taken by the collector, ready`, undefined];
}

/** The request reaches the queue a moment after it was answered. */
async function leased(collector: Api, placeId: string): Promise<string> {
  const path = "/api/admin/collection-requests?kind=requested&sections=listing,reviews&leaseSeconds=30&limit=100";
  let found: string | undefined;
  await until(async () => {
    const { requests } = await collector.call("GET", path);
    const ours = (requests as readonly Json[]).find((request) => request["placeId"] === placeId);
    found = ours === undefined ? undefined : String(ours["id"]);
    return found !== undefined;
  }, "The request did not reach the queue.");
  return String(found);
}

async function listed(owner: Api, placeId: string): Promise<Json> {
  const { competitors } = await owner.call("GET", "/api/competitors");
  const found = (competitors as readonly Json[]).find((one) => one["place_id"] === placeId);
  if (found === undefined) throw new Error(`${placeId} is not among the competitors.`);
  return found;
}
