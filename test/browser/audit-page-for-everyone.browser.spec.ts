/** The page `/audit` without a pointer, in the dark, on a small screen, and over a long history. */
import { businesses } from "../../domain/businesses";
import { eventually } from "../support/eventually";
import { profileOf } from "../support/profile";
import { openAuditStage, type AuditStage } from "./audit-stage";
import { poorContrasts } from "./contrast";

let stage: AuditStage;

beforeAll(async () => {
  stage = await openAuditStage();
  await stage.page.goto("/audit");
  await stage.signIn();
  await stage.page.getByText("Give the id of a business").waitFor();
}, 120_000);

afterAll(() => stage.close());

interface Stop {
  readonly role: string;
  readonly name: string;
  readonly outlined: boolean;
}

/** What has the focus, as the accessibility tree names it. */
async function focused(): Promise<Stop> {
  const focus = stage.page.locator(":focus");
  const [, role = "", name, text] =
    /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?(?:.*?: (.*))?/.exec(await focus.ariaSnapshot()) ?? [];
  const outline = await stage.page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle");
  return { role, name: name ?? text ?? "", outlined: outline !== "none" };
}

/** Presses Tab until something of this role and name has the focus; gives every stop on the way. */
async function tabTo(role: string, name: RegExp): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < 60) {
    await stage.page.keyboard.press("Tab");
    const stop = await focused();
    stops.push(stop);
    if (stop.role === role && name.test(stop.name)) return stops;
  }
  throw new Error(`Tab never led to ${role} ${name.source}, but to ${JSON.stringify(stops)}.`);
}

test("everything can be reached and done by the keyboard alone, and what has the focus is named and outlined", async () => {
  const { page, tenant } = stage;
  const stops = [...(await tabTo("textbox", /^Business$/))];
  await page.keyboard.type(tenant.businessId);
  await page.keyboard.press("Enter");
  await stage.shown(/^Position/);
  stops.push(...(await tabTo("slider", /^Moment of the history$/)));
  await page.keyboard.press("Home");
  await stage.shown(/from the beginning/);
  stops.push(...(await tabTo("combobox", /^Compared with$/)), ...(await tabTo("checkbox", /own place/)));
  await page.keyboard.press("Space");
  await page.getByRole("img", { name: /^Rating/ }).waitFor();
  expect(await page.getByRole("img", { name: /^Rating.*own place/ }).count()).toBe(0);
  stops.push(...(await tabTo("option", /^BusinessCreated/)));
  await page.keyboard.press("ArrowDown");
  await stage.shown(/from position/);
  expect((await focused()).name).toMatch(/^OwnPlaceLinked/);
  stops.push(...(await tabTo("button", /^Only this type$/)));
  await page.keyboard.press("Enter");
  await page.getByText("1 listed.").waitFor();
  stops.push(...(await tabTo("button", /^OwnPlaceLinked \(\d+\)$/)));
  expect(stops.length).toBeGreaterThan(15);
  expect(stops.filter(({ name, outlined }) => !outlined || name === "")).toEqual([]);
});

test("who is quicker than what the page still loads is heard", async () => {
  const { page, tenant } = stage;
  const types = "**/audit/event-types.json";
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(types, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("about:blank");
  await page.goto("/audit");
  await page.getByText("Give the id of a business").waitFor();
  await page.getByRole("textbox", { name: "Business" }).fill(tenant.businessId);
  await page.keyboard.press("Enter");
  release();
  await stage.shown(/^Position/);
  await page.unroute(types);
});

test("regions, controls and what changes by itself have roles and names", async () => {
  await stage.page.getByRole("button", { name: "Show all" }).click();
  await stage.shown(/from position/);
  const tree = await stage.page.locator("body").ariaSnapshot();
  for (const name of ["Proof", "Moment", "Ratings and reviews", "Events", "This event", "Differences", "State"])
    expect(tree).toContain(`- region "${name}":`);
  expect(tree).toMatch(/- status: "?Position \d+/);
  expect(tree).toContain("- banner:");
  expect(tree).toContain("- main:");
  expect(tree).toMatch(/- listbox "Events":\n\s+- option "BusinessCreated/);
  expect(tree).not.toMatch(/- (button|textbox|combobox|checkbox|slider|img)(:|$)/m);
});

describe.each(["light", "dark"] as const)("in a %s scheme", (colorScheme) => {
  test("every text stands out from its ground", async () => {
    // A colour that is still on its way to another one is neither of the two.
    await stage.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await stage.page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    const { texts, poor } = await poorContrasts(stage.page);
    expect(texts).toBeGreaterThan(100);
    expect(poor).toEqual([]);
  });

  test("a verdict that is not whole stands out from its ground", async () => {
    await stage.page.evaluate("document.querySelector('.verdict').className = 'verdict broken'");
    expect((await poorContrasts(stage.page)).poor).toEqual([]);
    await stage.page.evaluate("document.querySelector('.verdict').className = 'verdict whole'");
  });
});

test("on a screen of 400 pixels nothing is cut off at its side", async () => {
  const { page } = stage;
  await page.setViewportSize({ width: 400, height: 800 });
  const charts = page.locator("#ratings .u-wrap").first();
  await eventually(async () => expect((await charts.boundingBox())?.width).toBeLessThan(400));
  expect((await charts.boundingBox())?.width).toBeGreaterThan(300);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("who wants no motion is shown none", async () => {
  const moving = `[...document.querySelectorAll("*")].filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0).length`;
  await stage.page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await stage.page.evaluate<number>(moving)).toBeGreaterThan(0);
  await stage.page.emulateMedia({ reducedMotion: "reduce" });
  expect(await stage.page.evaluate(moving)).toBe(0);
});

describe("over a history of thousands of events", () => {
  const EVENTS = 2_400;
  let read = 0;

  beforeAll(async () => {
    const { page, service, tenant } = stage;
    const { businessId, accountId } = tenant;
    const { runner, ids } = service.running.engines;
    const edits = Array.from({ length: EVENTS }, (_, at) => ({
      type: "BusinessProfileEdited" as const,
      data: {
        businessId,
        accountId,
        before: profileOf({ city: `City ${at}` }),
        after: profileOf({ city: `City ${at + 1}` }),
      },
    }));
    const id = ids.next();
    const by = { commandId: id, correlationId: id, causationId: id, actor: { kind: "system", id: "tests" } as const };
    await runner.execute(businesses, businessId, () => edits, { ...by, businessId });
    page.on("response", (response) => {
      if (/\/events\?/.test(response.url()))
        void response.json().then(({ events }: { events: unknown[] }) => (read += events.length));
    });
    await stage.open();
  });

  const listed = () => stage.page.locator("#events .event").count();

  test("only those around the moment are loaded", async () => {
    expect(await stage.region("Proof").innerText()).toMatch(/2,4\d\d events/);
    expect(await listed()).toBe(50);
    expect(read).toBeLessThan(600);
  });

  test("steps lead over the ends of what is loaded, without a gap", async () => {
    const { page, slider, current } = stage;
    const at = async () => Number(await current.locator(".position").textContent());
    const before = await at();
    for (let steps = 0; steps < 6; steps++) await slider.press("PageDown");
    await stage.shown(new RegExp(`^Position ${before - 60},`));
    for (let steps = 0; steps < 6; steps++) await slider.press("PageUp");
    await stage.shown(new RegExp(`^Position ${before},`));
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("the pages before and behind join without a gap", async () => {
    const { page } = stage;
    await page.getByLabel("Go to position or time").fill("1200");
    await page.keyboard.press("Enter");
    await stage.shown(/^Position 1200,/);
    const before = await listed();
    await page.getByRole("button", { name: "Earlier events" }).click();
    await page.getByRole("button", { name: "Later events" }).click();
    await eventually(async () => expect(await listed()).toBe(before + 100));
    const positions = (await page.locator("#events .position").allTextContents()).map(Number);
    expect(positions).toEqual(positions.map((_, at) => (positions[0] ?? 0) + at));
    expect(positions).toContain(1200);
  });
});
