/** Imports of places that must be found first: among those that are stored, by following links, or by asking the provider. */
import { placeIdOf } from "../../domain/places/feature-id";
import { quotas } from "../../domain/plans";
import { createApi, expectStatus, type Api, type Browser } from "../support/api";
import { eventually } from "../support/eventually";
import { destination } from "../support/geodesy";
import { createMapsLinks } from "../support/maps-links";
import { providedPlace, providerError, startPlacesStandIn, type PlacesStandIn } from "../support/places-stand-in";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { codes, found, type ImportReport } from "./imports";

const PIER = { latitude: 59.911, longitude: 10.741 };
const FEATURE = { cell: 0x89c259a31b639d95n, cid: 0x90a673b3e3ed8540n };
const CAFE = placeIdOf(FEATURE);
const [SHORT, MAPS, CLASSIC] = ["https://maps.app.goo.gl", "https://www.google.com/maps", "https://maps.google.com"];

const links = createMapsLinks();
let service: TestService;
let api: Api;
let standIn: PlacesStandIn;
let position: number;
let made = 0;
const fresh = (name: string): string => `${name}-${(made += 1)}`;

beforeAll(async () => {
  [standIn] = await Promise.all([startPlacesStandIn(), links.open()]);
  const settings = { ...standIn.settings, PLACES_REQUESTS_PER_SECOND: "1000" };
  service = await startTestService({ settings, outbound: links.outbound });
  api = createApi(service);
  const at = (placeId: string, name: string, meters: number) => {
    const { latitude, longitude } = destination(PIER, 90, meters);
    return sighting(placeId, service.clock.now(), { listing: { name, latitude, longitude } });
  };
  position = await api.observe(
    at("pier-nearest", "Pier Coffee", 10),
    at("pier-near", "Café Fjörd", 45),
    at("pier-off", "Harbour Bar", 70),
    sighting(CAFE, service.clock.now(), { listing: { name: "Good Thanks Cafe" } }),
  );
}, 60_000);
afterAll(async () => {
  await service.close();
  await Promise.all([standIn.close(), links.close()]);
});

const send = (browser: Browser, type: string, data: unknown) =>
  browser.post("/api/competitors/import", { type, data }, { "x-service-min-position": String(position) });
const importUrls = async (browser: Browser, ...data: readonly string[]): Promise<ImportReport> =>
  expectStatus(await send(browser, "maps_urls", data), 200) as unknown as ImportReport;
const importCsv = async (browser: Browser, data: string): Promise<ImportReport> =>
  expectStatus(await send(browser, "csv", data), 200) as unknown as ImportReport;
async function browserOn(plan: string, business: object = {}): Promise<Browser> {
  const browser = await api.signUp();
  await api.setPlan(browser.accountId, plan);
  expectStatus(await browser.post("/api/businesses", { name: "Harbour Café", ...business }), 201);
  return browser;
}
const located = (meters: number) => ({ location: destination(PIER, 0, meters) });

test("what a URL says or a stored place answers is asked of nobody", async () => {
  const browser = await browserOn("growth");
  const [requests, asked] = [standIn.requests.length, links.asked.length];
  const { latitude, longitude } = PIER;
  const report = await importUrls(
    browser,
    `${MAPS}/search/?api=1&query=Fjord&query_place_id=ChIJN1t_tDeuEmsRUsoyG83frY4`,
    `${MAPS}/place/Other+Cafe/data=!4m2!3m1!1s0x47a5f50c083530a3:0xfdba8746b538141`,
    `https://maps.google.de/?cid=${FEATURE.cid}`,
    `${MAPS}?q=${latitude},${longitude}`,
    `https://www.google.co.uk/maps/place/Cafe+Fjord/@${latitude},${longitude},17z`,
    `${CLASSIC}/?q=place_id:pier-near`,
  );
  expect(report.errors).toEqual([]);
  expect(found(report)).toEqual([
    [1, "ChIJN1t_tDeuEmsRUsoyG83frY4", "Fjord"],
    [2, "ChIJozA1CAz1pUcRQYFTa3So2w8", "Other Cafe"],
    [3, CAFE, "Good Thanks Cafe"],
    [4, "pier-nearest", "Pier Coffee"],
    [5, "pier-near", "Cafe Fjord"],
  ]);
  expect([report.skipped, standIn.requests.length, links.asked.length]).toEqual([1, requests, asked]);
});

test("a place that is near but has another name is not taken for the one that is meant", async () => {
  const browser = await browserOn("growth");
  const url = `${MAPS}/place/Boat+House/@${PIER.latitude},${PIER.longitude},17z`;
  expect(codes(await importUrls(browser, url))).toEqual([[1, "place_not_found"]]);
  const [near, far] = [fresh("boat"), fresh("boat")];
  standIn.add(
    providedPlace(far, { displayName: { text: "Boat House" }, ...located(400) }),
    providedPlace(near, { displayName: { text: "Boat House" }, ...located(150) }),
  );
  expect(found(await importUrls(browser, url))).toEqual([[1, near, "Boat House"]]);
  expect(codes(await importUrls(browser, `${MAPS}?q=10.1,10.1`))).toEqual([[1, "place_not_found"]]);
});

test("rows are searched for by name and address, or in the business's city, and URLs by their words", async () => {
  const browser = await browserOn("growth", { city: "Oslo" });
  const [byAddress, byCity, byWords] = [fresh("anchor"), fresh("buoy"), fresh("crane")];
  standIn.add(
    providedPlace(byAddress, { displayName: { text: "Anchor" }, formattedAddress: "Quay 7, Bergen" }),
    providedPlace(byCity, { displayName: { text: "Buoy" } }),
    providedPlace(byWords, { displayName: { text: "Crane Coffee" } }),
  );
  const csv = await importCsv(browser, "name,address,rating\nAnchor,Quay 7,4.1\nBuoy,,\nNobody,,\n");
  expect(found(csv)).toEqual([
    [2, byAddress, "Anchor"],
    [3, byCity, "Buoy"],
  ]);
  expect(codes(csv)).toEqual([[4, "place_not_found"]]);
  expect(found(await importUrls(browser, `${MAPS}/search/crane+oslo`))).toEqual([[1, byWords, "Crane Coffee"]]);
});

test("a search is taken where one place stands out, and otherwise is told to have several answers", async () => {
  const browser = await browserOn("growth");
  const [alike, other, single] = [fresh("gull"), fresh("gull"), fresh("heron")];
  standIn.add(
    providedPlace(alike, { displayName: { text: "Gull Tavern" }, formattedAddress: "Mast Street 1" }),
    providedPlace(other, { displayName: { text: "Mast Bakery" }, formattedAddress: "Gull Tavern Street 2" }),
    providedPlace(single, { displayName: { text: "Heron" }, formattedAddress: "Reed Road 3" }),
  );
  const report = await importUrls(
    browser,
    `${MAPS}/search/mast`,
    `${CLASSIC}/?q=street`,
    `${MAPS}/search/gull+tavern`,
    `${MAPS}/search/reed+road`,
    `${MAPS}/@${PIER.latitude},${PIER.longitude},15z`,
  );
  standIn.forget(alike);
  standIn.forget(other);
  expect(found(report)).toEqual([
    [1, other, "Mast Bakery"],
    [3, alike, "Gull Tavern"],
    [4, single, "Heron"],
  ]);
  expect(codes(report)).toEqual([
    [2, "place_ambiguous"],
    [5, "maps_url_not_understood"],
  ]);
  expect(report.errors.map(({ message }) => message)).toEqual([
    "This search has several answers; give the URL of the one place, or its place id.",
    "This maps URL shows an area and names no place.",
  ]);
});

test("a place without a name anywhere else is called as the provider calls it, and by its id where it does not know it", async () => {
  const browser = await browserOn("growth");
  const [known, unknown] = [fresh("named"), fresh("unnamed")];
  standIn.add(providedPlace(known, { displayName: { text: "Lighthouse" } }));
  const report = await importUrls(browser, `${CLASSIC}/?q=place_id:${known}`, `${CLASSIC}/?q=place_id:${unknown}`);
  expect(found(report)).toEqual([
    [1, known, "Lighthouse"],
    [2, unknown, unknown],
  ]);
});

test("short links and cids are followed to what says more, each link once", async () => {
  const browser = await browserOn("agency");
  const [path, cid] = [fresh("/s"), BigInt(1_000 + made)];
  links.redirect(`${SHORT}${path}`, `${MAPS}/place/Short+Place/data=!3m1!1s0x1:0x${(7_000 + made).toString(16)}`);
  links.redirect(`${CLASSIC}/?cid=${cid}`, `/maps?cid=${cid}&hl=en`);
  links.redirect(`${CLASSIC}/maps?cid=${cid}&hl=en`, `${MAPS}/place/By+Cid/data=!3m1!1s0x2:0x${cid.toString(16)}`);
  links.redirect("https://goo.gl/maps/old", `http://maps.google.com/?q=${PIER.latitude},${PIER.longitude}`);
  links.redirect("https://share.google/AbCd", "https://www.google.com/share.google?q=AbCd");
  links.redirect("https://www.google.com/share.google?q=AbCd", `${MAPS}/place/Shared/data=!3m1!1s0x4:0x1`);
  links.redirect("https://g.page/good-cafe", `https://maps.google.com/maps?cid=${FEATURE.cid}`);
  const crowd = Array.from({ length: 30 }, (_, at) => `${SHORT}/crowd-${at}`);
  crowd.forEach((url, at) =>
    links.redirect(url, `${MAPS}/place/Crowd+${at}/data=!3m1!1s0x3:0x${(at + 1).toString(16)}`),
  );
  const report = await importUrls(
    browser,
    `${SHORT}${path}`,
    `maps.app.goo.gl${path}`,
    `https://www.google.de/maps?cid=${cid}`,
    "http://goo.gl/maps/old",
    "g.page/good-cafe",
    "https://share.google/AbCd",
    ...crowd,
  );
  expect(report.errors).toEqual([]);
  expect([report.imported, report.skipped]).toEqual([35, 1]);
  expect(found(report).slice(0, 5)).toEqual([
    [1, expect.stringMatching(/^ChIJAQAAAAAAAAAR/), "Short Place"],
    [3, placeIdOf({ cell: 2n, cid }), "By Cid"],
    [4, "pier-nearest", "Pier Coffee"],
    [5, CAFE, "Good Thanks Cafe"],
    [6, placeIdOf({ cell: 4n, cid: 1n }), "Shared"],
  ]);
  const asked = links.asked.length;
  const again = await importUrls(browser, `${SHORT}${path}`, `${SHORT}${path}`);
  expect([again.imported, again.skipped, links.asked.length]).toEqual([0, 2, asked + 1]);
});

test("a hostile short link leads nowhere: not to other hosts, not inside, not round and round", async () => {
  const browser = await browserOn("growth");
  const hostile: readonly (readonly [string, string])[] = [
    ["/elsewhere", "https://elsewhere.example/maps/place/Fjord"],
    ["/metadata", "https://169.254.169.254/latest/meta-data/"],
    ["/inside", "http://localhost/maps"],
    ["/port", `https://www.google.com:8443/maps/place/Fjord`],
    ["/scheme", "file:///etc/passwd"],
    ["/nonsense", "http://[/"],
    ["/loop", `${SHORT}/loop`],
    ["/ping", `${SHORT}/pong`],
    ["/pong", `${SHORT}/ping`],
  ];
  for (const [path, location] of hostile) links.redirect(`${SHORT}${path}`, location);
  links.resolveTo("goo.gl", "10.0.0.7");
  const asked = links.asked.length;
  const urls = [...hostile.map(([path]) => `${SHORT}${path}`), `${SHORT}/ends`, "https://goo.gl/maps/private"];
  const report = await importUrls(browser, ...urls, `${MAPS}/search/?api=1&query=Fine&query_place_id=fine`);
  links.resolveTo("goo.gl", "93.184.216.34");
  expect(codes(report)).toEqual(urls.map((_, at) => [at + 1, "maps_link_not_followed"]));
  expect(report.imported).toBe(1);
  expect(links.dialled).not.toContain("10.0.0.7");
  const reached = links.asked.slice(asked);
  expect(reached.filter((url) => !url.startsWith(SHORT))).toEqual([]);
  expect(reached.filter((url) => url === `${SHORT}/loop`)).toHaveLength(5);
});

test("a provider that fails costs the rows that needed it for a place or a name, and says when to try again", async () => {
  const browser = await browserOn("growth");
  const lantern = fresh("lantern");
  standIn.add(providedPlace(lantern, { displayName: { text: "Lantern" } }));
  const urls = [`${CLASSIC}/?q=place_id:${lantern}`, `${CLASSIC}/?q=place_id:${lantern}&hl=en`];
  standIn.misbehaveAlways({ ...providerError(503, "UNAVAILABLE", "The service is currently unavailable.") });
  const csv = await importCsv(browser, "name,place_id,address\nA,a,\nBroken,,Street 1\nC,c,\n");
  const unnamed = await importUrls(browser, ...urls, `${MAPS}/search/?api=1&query=Fine&query_place_id=fine`);
  standIn.misbehaveAlways(null);
  expect([...found(csv), ...found(unnamed)]).toEqual([
    [2, "a", "A"],
    [4, "c", "C"],
    [3, "fine", "Fine"],
  ]);
  expect([...codes(csv), ...codes(unnamed)]).toEqual([3, 1, 2].map((line) => [line, "location_lookup_failed"]));
  for (const { message } of [...csv.errors, ...unnamed.errors]) expect(message).toMatch(/try again/);
  expect(found(await importUrls(browser, ...urls))).toEqual([[1, lantern, "Lantern"]]);
});

test("look-ups count against the account's day, and those beyond it are told when to try again", async () => {
  const browser = await browserOn("free");
  const limit = quotas.free.placeSearchesPerDay;
  const urls = Array.from({ length: limit + 3 }, (_, at) => `${SHORT}/${fresh("used")}-${at}`);
  const asked = links.asked.length;
  const report = await importUrls(browser, ...urls, `${MAPS}/search/?api=1&query=Fine&query_place_id=fine`);
  expect(links.asked.length - asked).toBe(limit);
  const usedUp = report.errors.filter(({ code }) => code === "location_lookups_used_up");
  expect([report.imported, usedUp.length]).toEqual([1, 3]);
  const tomorrow = new Date(Math.ceil(service.clock.now().getTime() / 86_400_000) * 86_400_000);
  for (const { message } of usedUp) {
    const until = Date.parse(/after (\S+)\.$/.exec(message)?.[1] ?? "");
    expect(Math.abs(until - tomorrow.getTime())).toBeLessThanOrEqual(2_000);
  }
});

test("who finds no room is looked up no more, and is known by place id or by name and address", async () => {
  const browser = await browserOn("free");
  const full = 'name,place_id,address\nElm Café,elm-1,"Quay 7, 0150 Oslo"\nFir,fir-1,\nOak,oak-1,Quay 9\n';
  expect((await importCsv(browser, full)).imported).toBe(3);
  const [requests, asked] = [standIn.requests.length, links.asked.length];
  const urls = await importUrls(browser, `${SHORT}/x`, `${MAPS}/search/anything`, `${CLASSIC}/?q=place_id:fir-1`);
  // The rows of the first import stand in the tables a moment later.
  const csv = await eventually(async () => {
    const report = await importCsv(browser, "name,address,url\nElm Cafe,Quay 7,\nOak,Quay 8,\nFir,,goo.gl/maps/x\n");
    expect(report.skipped).toBe(2);
    return report;
  });
  expect([...codes(urls), ...codes(csv)]).toEqual([1, 2, 3].map((line) => [line, "competitor_quota_reached"]));
  for (const { message } of [...urls.errors, ...csv.errors]) expect(message).toMatch(/the row was not looked up/);
  expect([urls.skipped, standIn.requests.length, links.asked.length]).toEqual([1, requests, asked]);
});

test("look-ups are made eight at a time and end after some seconds, and what is left is told to be imported again", async () => {
  const browser = await browserOn("growth");
  const hanging = Array.from({ length: 9 }, () => `${SHORT}/${fresh("hang")}`);
  hanging.forEach(links.hang);
  const importing = importUrls(browser, ...hanging, `${MAPS}/search/?api=1&query=Late&query_place_id=late`);
  await eventually(() => {
    expect(hanging.filter((url) => links.asked.includes(url))).toHaveLength(8);
  });
  service.clock.leap(12_500);
  const report = await importing;
  expect(codes(report)).toEqual(hanging.map((_, at) => [at + 1, "location_lookup_not_made"]));
  expect(found(report)).toEqual([[10, "late", "Late"]]);
});
