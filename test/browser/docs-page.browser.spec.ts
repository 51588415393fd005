/** `/docs` in a real browser: it is read, and calls to the service are tried from it. */
import type { Browser, Page } from "playwright-core";
import { startTestService, type TestService } from "../support/service";
import { createApi, expectStatus, type Tenant } from "../support/api";
import { PUBLIC_URL, startChromium } from "../support/chromium";
import { watchOver, type Watch } from "./browser-faults";

let service: TestService;
let browser: Browser;
let tenant: Tenant;
let page: Page;
let watch: Watch;

beforeAll(async () => {
  service = await startTestService({ settings: { PUBLIC_URL } });
  [tenant, browser] = await Promise.all([createApi(service).tenant(), startChromium(service.url)]);
  page = await browser.newPage({ baseURL: PUBLIC_URL, viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  watch = await watchOver(page);
  await page.goto("/docs");
  await page.getByRole("heading", { name: "Authentication" }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

/** Opens the operation from the page's own list, and gives its part of the page. */
async function open(area: string, operationId: string) {
  const operation = page.locator(`#operations-${area}-${operationId}`);
  if (!(await operation.isVisible())) await page.locator(`#operations-tag-${area}`).click();
  await operation.locator(".opblock-summary-control").click();
  return operation;
}

/** What the service answered to the call that is tried: its status and its body. */
async function tried(operation: Awaited<ReturnType<typeof open>>): Promise<readonly [number, string]> {
  await operation.getByRole("button", { name: "Execute" }).click();
  const live = operation.locator(".live-responses-table .response");
  const status = await live.locator(".response-col_status").innerText();
  return [Number.parseInt(status), await live.locator(".highlight-code").first().innerText()];
}

test("it explains itself, and lists every area with what it is about", async () => {
  for (const name of ["Authentication", "Errors", "Limits", "Webhooks"])
    expect(await page.getByRole("heading", { name, exact: true }).count()).toBeGreaterThan(0);
  const areas = await page.locator(".opblock-tag").allInnerTexts();
  expect(areas.length).toBeGreaterThan(20);
  expect(areas[0]).toMatch(/^identity\s+Signing up, in and out/);
  expect(watch.faults()).toEqual([]);
});

test("an operation shows what is sent and answered, by examples", async () => {
  const operation = await open("crm", "createContact");
  await operation.locator(".responses-table .highlight-code").first().waitFor();
  expect(await operation.locator(".responses-table").innerText()).toContain("contact_already_exists");
  expect(await operation.locator(".opblock-section-request-body").innerText()).toContain('"email"');
  expect(watch.faults()).toEqual([]);
});

test("calls are tried with an API key, and their answers are the service's", async () => {
  await page.getByRole("button", { name: "Authorize" }).first().click();
  const key = page.locator(".auth-container").filter({ hasText: "serviceKey" });
  await key.getByRole("textbox").fill(tenant.api.key);
  await key.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).first().click();

  const writing = await open("competitor", "addCompetitor");
  await writing.getByRole("button", { name: "Try it out" }).click();
  expect(await tried(writing)).toEqual([201, expect.stringContaining("Fjord Coffee")]);
  const reading = await open("competitor", "listCompetitors");
  await reading.getByRole("button", { name: "Try it out" }).click();
  expect(await tried(reading)).toEqual([200, expect.stringContaining("Fjord Coffee")]);
  const { competitors } = expectStatus(await tenant.api.get("/api/v1/competitors"), 200);
  expect(competitors).toHaveLength(1);
  expect(watch.faults()).toEqual([]);
});
