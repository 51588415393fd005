/** What Postgres writes of competitors is what is declared, and what is told of each of them alone. */
import { listCompetitors } from "../../read-api/competitors/list-competitors";
import { competitorView } from "../../read-api/competitors/competitor-view";
import { after, byId, createApi, type Api } from "../support/api";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

let service: TestService;
let api: Api;
beforeAll(async () => void (api = createApi((service = await startTestService()))));
afterAll(() => service.close());

const oddName = `"Fjord" \\ 'Kaffe' $v$ {NULL}, </script> \u2028 é ☕🐟`;
const claims = { address: "Kirkegata 1,\n0150 Oslo", rating: 4.55, review_count: 2_147_483_647 };
const rated = { name: "Fjord Coffee AS", address: "Brygga 2", rating: 5, reviewCount: 1 };
const tracked = [
  { placeId: "unrated", claimed: {}, listings: [] },
  { placeId: "claimed", claimed: { ...claims, name: oddName }, listings: [] },
  { placeId: "text-null", claimed: { ...claims, name: "NULL", address: "null" }, listings: [{ address: "NULL" }] },
  { placeId: "observed", claimed: claims, listings: [rated] },
  { placeId: "odd", claimed: {}, listings: [{ name: oddName, rating: 4.15, reviewCount: 0 }] },
  { placeId: "closed", claimed: {}, listings: [{ status: "permanently_closed" }] },
  {
    placeId: "open-again",
    claimed: claims,
    listings: [{ status: "permanently_closed" }, { ...rated, status: "operational" }],
  },
];

test("a list of competitors is as declared, and tells of each what it is told of alone", async () => {
  const { v1 } = (await api.tenant()).api;
  let position = 0;
  for (const { placeId, claimed, listings } of tracked) {
    await v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId, ...claimed } });
    for (const [at, listing] of listings.entries()) {
      const seenAt = new Date(service.clock.now().getTime() - 60_000 * (listings.length - at) + 7);
      position = await api.observe(sighting(placeId, seenAt, { listing }));
    }
  }
  const listed = await v1.get("/api/v1/competitors", { headers: after(position) });
  expect(listCompetitors.responds.body?.parse(listed)).toEqual(listed);
  const shown = competitorView.array().parse(listed.competitors);
  expect([listed.count, shown.map(({ placeId }) => placeId)]).toEqual([
    tracked.length,
    tracked.map(({ placeId }) => placeId),
  ]);
  for (const competitor of shown) {
    const alone = await v1.get("/api/v1/competitors/{id}", byId(competitor.id));
    expect(competitor).toEqual(competitorView.strip().parse(alone));
  }
  expect(shown.map(({ permanentlyClosed }) => permanentlyClosed)).toContain(true);
  expect(shown.filter(({ name }) => name === oddName)).toHaveLength(2);
});
