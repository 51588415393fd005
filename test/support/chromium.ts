/** A real, headless Chromium, in which the service stands at the address that it believes to have. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

/** Its host is a secure one to browsers, whatever port the service listens on. */
export const PUBLIC_URL = "http://audit.localhost";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The program that CHROMIUM_PATH names, otherwise the first one on the PATH; throws where there is none. */
function chromiumPath({ CHROMIUM_PATH: named, PATH: path = "" }: NodeJS.ProcessEnv): string {
  if (named !== undefined && named !== "") return named;
  const candidates = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = candidates.find(isProgram);
  if (found === undefined)
    throw new Error("There is no Chromium on the PATH: install it, or name one in CHROMIUM_PATH.");
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Leads {@link PUBLIC_URL} to the service that listens at `url`, and nothing anywhere else. */
export function startChromium(url: string): Promise<Browser> {
  const { host } = new URL(url);
  const { hostname: own } = new URL(PUBLIC_URL);
  return chromium.launch({
    executablePath: chromiumPath(process.env),
    // Chromium's own sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--host-resolver-rules=MAP ${own} ${host}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`],
  });
}
