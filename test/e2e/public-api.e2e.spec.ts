/**
 * Every operation of the public API and every public page, as programs and people call them, on facts that came in as
 * observations. Each has figures that can be worked out by hand from test/e2e/public-life.ts, and the members that the interface
 * specification gives.
 */
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { account, webhooks } from "./public-account";
import { customersAndMoney, pages, toldToOthers } from "./public-dealings";
import { startLife, type Life } from "./public-life";
import { market, written } from "./public-market";
import { competitors, ownBusiness } from "./public-own";

const shown = {
  ...{ ...ownBusiness, ...competitors, ...market, ...written },
  ...{ ...webhooks, ...account, ...customersAndMoney, ...toldToOthers, ...pages },
};

let life: Life;
beforeAll(async () => void (life = await startLife()), 60_000);
afterAll(() => life.close());

test("none is left out, and none is shown that there is not", () => {
  const ofPublic = endpoints.filter(({ access }) => access.surface === "v1" || access.surface === "public");
  const routes = ofPublic.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(shown).sort()).toEqual(routes.sort());
});

test.each(Object.entries(shown))("%s tells what was observed", async (route, show) => {
  life.answered();
  life.askedTyped();
  await show(life);
  // By the service's own log; and what the API's document has, the client that is made of it has asked.
  expect(life.answered()).toContain(route);
  expect(life.askedTyped().has(route)).toBe(route.includes(" /api/v1/"));
});
