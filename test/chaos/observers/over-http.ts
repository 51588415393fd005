/** Hands lines in over HTTP: the same ones again until they were taken in. */
import { setTimeout as delay } from "node:timers/promises";
import { ndjson, type Api } from "../../support/api";
import type { Ledger } from "../ledger";

const ANSWER_MS_MAX = 6_000;
const PAUSE_MS = 150;

/** Whether they were taken in before everybody gave up. */
export async function handIn({ collector }: Api, ledger: Ledger, lines: string): Promise<boolean> {
  for (let tries = 0; !ledger.gaveUp(); tries++) {
    if (tries > 0) await delay(PAUSE_MS);
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const reply = await collector
      .send("POST", "/api/admin/observations", { ...ndjson(lines), signal })
      .catch(() => undefined);
    if (reply === undefined || reply.status >= 500 || reply.status === 429) continue;
    if (reply.status !== 200) ledger.oddities.push(`Observations were answered ${reply.status} ${shown(reply.text)}`);
    else if (reply.json?.["rejected"] !== 0) ledger.oddities.push(`Lines were rejected: ${shown(reply.text)}`);
    return reply.status === 200;
  }
  ledger.oddities.push("Observations over HTTP were not taken in to the end.");
  return false;
}

const shown = (text: string): string => text.slice(0, 500);
