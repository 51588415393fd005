/** What goes wrong in a page without anybody seeing it: errors in the console, exceptions, and what its policy forbids. */
import type { Page } from "playwright-core";

export interface Watch {
  /** What was noticed since the last call. */
  faults(): readonly string[];
  /** Leaves out what a test provoked. */
  forgive(expected: RegExp): void;
}

export async function watchOver(page: Page): Promise<Watch> {
  let seen: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => seen.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Requests that a newer one supersedes are called off.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") seen.push(`request: ${request.url()}`);
  });
  await page.exposeFunction("noteViolation", (violation: string) => seen.push(`policy: ${violation}`));
  await page.addInitScript(
    `document.addEventListener("securitypolicyviolation", (event) => noteViolation(event.violatedDirective + " " + event.blockedURI))`,
  );
  return {
    faults() {
      const noticed = seen;
      seen = [];
      return noticed;
    },
    forgive(expected) {
      seen = seen.filter((fault) => !expected.test(fault));
    },
  };
}
