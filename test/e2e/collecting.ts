/** What tests of collection requests do over and over: track, ask, pull as a collector, answer. */
import { expectStatus, type Tenant } from "../support/api";
import { sighting } from "../support/sightings";
import type { Running } from "./on-both-logs";
import { settled } from "./settled";

interface Leased {
  readonly id: string;
  readonly kind: string;
  readonly placeId: string;
  readonly sections: readonly string[];
  readonly attempt: number;
  readonly known: object;
}

export function collecting(running: Running) {
  const track = async ({ api: { v1 } }: Tenant, placeId: string): Promise<string> =>
    (await v1.post("/api/v1/competitors", { body: { name: placeId, place_id: placeId } })).competitor.id;
  const ask = async ({ browser }: Tenant, id: string, what: "check" | "enrich" | "tech-stack") =>
    expectStatus(await browser.post(`/api/competitors/${id}/${what}`), 202);
  const status = async ({ browser }: Tenant, id: string) => {
    const { competitor } = expectStatus(await browser.get(`/api/competitors/${id}/enrich`), 200);
    return (competitor as { enrichmentStatus: string }).enrichmentStatus;
  };
  /** Everything that is offered, taken: further pulls find none of it before the leases end. */
  const pull = async (query: string) => {
    const reply = await running.api.collector.get(`/api/admin/collection-requests?${query}`);
    expect(reply.headers["cache-control"]).toBe("no-store");
    return expectStatus(reply, 200)["requests"] as readonly Leased[];
  };
  const requestedOf = async (placeId: string) => {
    await settled(running.service);
    return (await pull("kind=requested&limit=100&leaseSeconds=30")).filter((one) => one.placeId === placeId);
  };
  const scheduled = async () => {
    await settled(running.service);
    return pull("kind=scheduled&limit=100&leaseSeconds=30");
  };
  const answer = async (placeId: string, facts: object) => {
    await running.api.observe(sighting(placeId, running.service.clock.now(), facts));
    await settled(running.service);
  };
  return { track, ask, status, pull, requestedOf, scheduled, answer };
}
