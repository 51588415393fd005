/** The service with a watched business, and its page `/audit` in a real browser. */
import type { Locator, Page } from "playwright-core";
import { ADMIN_EMAIL, startTestService, type TestService } from "../support/service";
import { PASSWORD, type Api, type Tenant } from "../support/api";
import { PUBLIC_URL, startChromium } from "../support/chromium";
import { watchOver, type Watch } from "./browser-faults";
import { watchedBusiness } from "./watched-business";

export interface AuditStage {
  readonly service: TestService;
  readonly api: Api;
  readonly tenant: Tenant;
  readonly page: Page;
  readonly watch: Watch;
  readonly slider: Locator;
  /** The listed events. */
  readonly events: Locator;
  /** The event that is chosen among them. */
  readonly current: Locator;
  region(name: string): Locator;
  signIn(password?: string): Promise<void>;
  /** Loads the page anew, at this business, and waits until it is drawn. */
  open(business?: string): Promise<void>;
  /** Until the moment that was asked for last is drawn whole, and this is said of it. */
  shown(said: RegExp): Promise<void>;
  close(): Promise<void>;
}

export async function openAuditStage(): Promise<AuditStage> {
  const service = await startTestService({ settings: { PUBLIC_URL } });
  const [{ api, tenant }, browser] = await Promise.all([watchedBusiness(service), startChromium(service.url)]);
  const page = await browser.newPage({ baseURL: PUBLIC_URL, viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  const slider = page.getByRole("slider", { name: "Moment of the history" });
  const shown = async (said: RegExp): Promise<void> => {
    await page.locator("#history[aria-busy=false] #shown").filter({ hasText: said }).waitFor();
  };
  return {
    service,
    api,
    tenant,
    page,
    watch: await watchOver(page),
    slider,
    events: page.getByRole("option").locator("visible=true"),
    current: page.getByRole("option", { selected: true }).locator("visible=true"),
    region: (name) => page.getByRole("region", { name, exact: true }).first(),
    async signIn(password = PASSWORD) {
      await page.getByLabel("E-mail address").fill(ADMIN_EMAIL);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
    },
    async open(business = tenant.businessId) {
      // Another fragment alone would not load anything.
      await page.goto("about:blank");
      await page.goto(`/audit#${business}`);
      await shown(/^Position/);
    },
    shown,
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
