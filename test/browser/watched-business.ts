/** A business with two weeks of history, whose names are as hostile as names can be. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { sighting } from "../support/sightings";
import type { TestService } from "../support/service";
import { settled } from "../e2e/settled";

const DAY_MS = 86_400_000;

/** Would run where it was taken for markup, and tells so. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;

export interface WatchedBusiness {
  readonly api: Api;
  readonly tenant: Tenant;
}

/** Its own place and two competitors are seen on several days, one is dropped, and the profile is edited. */
export async function watchedBusiness(service: TestService): Promise<WatchedBusiness> {
  const api = createApi(service);
  await api.admin();
  const tenant = await api.tenant({ plan: "agency", business: { name: "Harbour Café" } });
  const { browser } = tenant;
  const observe = (placeId: string, rating: number, reviewCount: number) =>
    api.observe(sighting(placeId, service.clock.now(), { listing: { rating, reviewCount } }));
  const track = async (placeId: string, name: string): Promise<string> => {
    const reply = await tenant.api.post("/api/v1/competitors", { name, place_id: placeId });
    return (expectStatus(reply, 201)["competitor"] as { id: string }).id;
  };
  const days = async (count: number): Promise<void> => {
    await settled(service);
    service.clock.leap(count * DAY_MS);
  };

  expectStatus(await browser.patch("/api/businesses/me", { placeId: "own-place" }), 200);
  await track("hostile-place", HOSTILE_NAME);
  const dropped = await track("fjord-place", "Fjord Coffee");
  await observe("own-place", 4.4, 210);
  await observe("hostile-place", 4.1, 88);
  await days(4);
  await observe("own-place", 4.3, 215);
  await observe("fjord-place", 3.9, 41);
  await days(5);
  expectStatus(await browser.patch("/api/businesses/me", { city: "Oslo" }), 200);
  await observe("hostile-place", 4.6, 131);
  await days(3);
  expectStatus(await browser.delete(`/api/competitors/${dropped}`), 204);
  await observe("own-place", 4.5, 230);
  await settled(service);
  return { api, tenant };
}
