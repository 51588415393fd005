/** What administrators see of a business's history on the page `/audit`, in a real browser. */
import type { Headers } from "../support/api";
import { send } from "../support/http-client";
import { eventually } from "../support/eventually";
import { openAuditStage, type AuditStage } from "./audit-stage";

let stage: AuditStage;

beforeAll(async () => {
  stage = await openAuditStage();
}, 120_000);

afterAll(() => stage.close());

const typesListed = (): Promise<readonly string[]> => stage.page.locator("#events .type").allTextContents();
/** How many events are listed behind the chosen one. */
const behindCurrent = (): Promise<number> => stage.page.locator("#events > [aria-selected=true] ~ *").count();

test("whoever is not signed in as an administrator is shown how to, and nothing of the page", async () => {
  const visitors: readonly Headers[] = [
    {},
    { cookie: "service_session=wrong" },
    { cookie: stage.tenant.browser.cookie() },
  ];
  const asBrowser = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
  const visit = (headers: Headers) => send(`${stage.service.url}/audit`, { headers });
  const replies = await Promise.all(visitors.map((headers) => visit({ ...asBrowser, ...headers })));
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 403]);
  // Programs, which ask for no page, are told in the form of every error.
  const told = (await Promise.all(visitors.map(visit))).map(({ json }) => json?.["code"]);
  expect(told).toEqual(["unauthenticated", "unauthenticated", "admin_only"]);
  for (const { text, headers } of replies) {
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).toContain('<form id="sign-in">');
    expect(text).not.toContain("slider");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toContain("unsafe");
  }
});

test("an administrator signs in on the page and sees the business that its address names", async () => {
  const { page, tenant, watch } = stage;
  await page.goto(`/audit#${tenant.businessId}`);
  await stage.signIn("not the password");
  await page.getByRole("alert").filter({ hasText: "password is wrong" }).waitFor();
  await stage.signIn();
  await stage.shown(/^Position/);
  expect(await page.getByRole("textbox", { name: "Business" }).inputValue()).toBe(tenant.businessId);
  watch.forgive(/the server responded with a status of 401/);
});

test("the timeline tells the events in the order of the log, and the newest moment is shown at first", async () => {
  const { current, slider } = stage;
  const types = await typesListed();
  expect(types.filter((type) => type !== "HistoryAnchored")).toEqual([
    "BusinessCreated",
    "OwnPlaceLinked",
    "CompetitorAdded",
    "CompetitorAdded",
    "AlertRaised",
    "BusinessProfileEdited",
    "AlertRaised",
    "CompetitorRemoved",
    "AlertRaised",
  ]);
  expect(await current.textContent()).toContain(types.at(-1));
  expect(await slider.inputValue()).toBe(await slider.getAttribute("max"));
});

describe("at the slider, by its keys", () => {
  const go = async (key: string, said: RegExp): Promise<void> => {
    await stage.slider.press(key);
    await stage.shown(said);
  };
  const state = () => stage.region("State").innerText();

  test("Home goes to the first event, and the state beside it is what it was then", async () => {
    expect(await state()).toContain("Oslo");
    await go("Home", /from the beginning/);
    expect(await stage.current.textContent()).toContain("BusinessCreated");
    expect(await stage.slider.getAttribute("aria-valuetext")).toMatch(/UTC, position \d+, BusinessCreated$/);
    expect(await stage.slider.inputValue()).toBe(await stage.slider.getAttribute("min"));
    expect(await state()).not.toContain("Oslo");
    expect(await state()).toContain("places: 0 rows");
  });

  test("the arrows go from event to event, and the differences follow", async () => {
    await go("ArrowRight", /from position/);
    expect(await stage.current.textContent()).toContain("OwnPlaceLinked");
    const differences = stage.region("Differences");
    expect(await differences.innerText()).toMatch(/placeId\s*own-place/);
    expect(await differences.getByRole("button", { name: /^OwnPlaceLinked/ }).count()).toBe(2);
    await go("ArrowLeft", /from the beginning/);
    expect(await stage.current.textContent()).toContain("BusinessCreated");
  });

  test("End goes to the newest moment, Page Down ten events back and Page Up ten ahead", async () => {
    await go("End", /from position/);
    expect(await behindCurrent()).toBe(0);
    await go("PageDown", /from/);
    expect(await behindCurrent()).toBe(10);
    await go("PageUp", /from/);
    expect(await behindCurrent()).toBe(0);
  });
});

test("dragging the slider shows what was between two events, and what the places were then", async () => {
  const { slider, page } = stage;
  const day = 86_400_000;
  const second = Number(await slider.getAttribute("min")) + 4 * day + day / 2;
  await slider.fill(String(second));
  await stage.shown(/from position/);
  const ratings = stage.region("Ratings and reviews");
  expect(await ratings.innerText()).toMatch(/Harbour Café \(own place\)\s*★ 4\.3 · 215/);
  expect(await page.getByRole("img", { name: /^Rating by day, .*own place\): from 4\.4 to 4\.5;/ }).count()).toBe(1);
  expect(await page.getByRole("img", { name: /^Reviews by day, .*own place\): from 210 to 230;/ }).count()).toBe(1);
  await page.getByText("The same as a table").click();
  await page.getByRole("region", { name: "Ratings and reviews by day" }).getByText("★ 3.9 · 41").waitFor();
});

test("what differs from a chosen moment is marked in the state, with what it was", async () => {
  const { page } = stage;
  await page.getByRole("option", { name: /^BusinessProfileEdited/ }).click();
  await stage.shown(/1 difference|differences/);
  const city = stage.region("State").getByRole("row", { name: /^profile\.city/ });
  expect(await city.locator("mark").textContent()).toBe("Oslo");
  await page.getByRole("button", { name: "Compare with this moment" }).click();
  await stage.shown(/ 0 differences/);
  await stage.slider.press("ArrowRight");
  await stage.shown(/differences? from position/);
  expect(await city.locator("mark").count()).toBe(0);
  await page.getByLabel("Compared with").selectOption("the beginning");
  await stage.shown(/from the beginning/);
  expect(await city.locator("mark").textContent()).toBe("Oslo");
  await page.getByLabel("Compared with").selectOption("the event before");
  await stage.shown(/from position/);
});

test("a moment is also reached by its position or time, and one that lies ahead is refused in words", async () => {
  const { page } = stage;
  const go = async (typed: string): Promise<void> => {
    await page.getByLabel("Go to position or time").fill(typed);
    await page.keyboard.press("Enter");
  };
  const linked = stage.events.filter({ hasText: "OwnPlaceLinked" });
  const [, at = "", day = ""] = /OwnPlaceLinked(\d+?)(20\d\d-.*) UTC/.exec((await linked.textContent()) ?? "") ?? [];
  await go(at);
  await stage.shown(new RegExp(`^Position ${at},`));
  await go("2100-01-01");
  await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
  await go(`${day} UTC`);
  await stage.shown(new RegExp(`^Position ${at},`));
  expect(await page.getByRole("alert").count()).toBe(0);
  stage.watch.forgive(/the server responded with a status of 400/);
});

test("events are filtered by type and by actor", async () => {
  const { page } = stage;
  await page.getByText("Types: all").click();
  await page.getByRole("checkbox", { name: "CompetitorAdded" }).check();
  await page.getByRole("checkbox", { name: "CompetitorRemoved" }).check();
  await page.getByText("3 listed.").waitFor();
  expect(await typesListed()).toEqual(["CompetitorAdded", "CompetitorAdded", "CompetitorRemoved"]);
  await page.getByLabel("Actor").fill("user");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByText("1 listed.").waitFor();
  expect(await typesListed()).toEqual(["CompetitorRemoved"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText(/^1\d listed\.$/).waitFor();
});

test("no name becomes markup, nothing is forbidden by the policy, and nothing goes wrong unseen", async () => {
  const { page, watch } = stage;
  await stage.slider.press("End");
  await stage.shown(/from position/);
  expect(await stage.region("Ratings and reviews").innerText()).toContain("<img src=x onerror=");
  expect(await page.title()).toMatch(/^Audit of /);
  expect(await page.locator("main img, main script").count()).toBe(0);
  expect(watch.faults()).toEqual([]);
});

describe("the proof's verdict", () => {
  const verdict = () => stage.page.locator("#verdict");

  test("is whole for a history as it was recorded", async () => {
    await verdict()
      .getByText(/✓ Whole\. 1\d events read again from the log/)
      .waitFor();
    expect(await verdict().getAttribute("aria-live")).toBe("polite");
  });

  test("names the event that was altered in the database", async () => {
    const { page, service, tenant } = stage;
    await service.database.pool.query(
      `UPDATE event_log.events SET metadata = jsonb_set(metadata, '{actor,id}', '"somebody else"')
       WHERE stream = $1 AND type = 'CompetitorRemoved'`,
      [`competitors-${tenant.businessId}`],
    );
    await page.getByRole("button", { name: "Read it all again" }).click();
    await verdict().getByText("✗ Not whole: altered.").waitFor();
    expect(await verdict().innerText()).toContain("CompetitorRemoved");
    await verdict()
      .getByRole("button", { name: /^Go to position/ })
      .click();
    await eventually(async () => expect(await stage.current.textContent()).toContain("CompetitorRemoved"));
  });
});
