/** A tenant's competitors: each place is tracked or not, in turns, and what it reads after its own writes is what it was answered. */
import type { Tenant } from "../../support/api";
import type { Seeded } from "../../support/seeded";
import type { Ledger } from "../ledger";
import { PLACES } from "../places";
import type { Conversation } from "./conversation";

export interface OwnCompetitors {
  /** As it was answered: id by place. */
  readonly tracked: ReadonlyMap<string, string>;
  turn(): Promise<void>;
  read(): Promise<void>;
}

/** What a repeated DELETE is told where the one before was done and its answer got lost. */
const GONE = ["competitor_not_found"];

export function createCompetitors(
  { ask, remove, look, odd, settledAt, written }: Conversation,
  { name, tenant, ledger, random }: { name: string; tenant: Tenant; ledger: Ledger; random: Seeded },
): OwnCompetitors {
  const tracked = new Map<string, string>();
  async function add(place: string): Promise<void> {
    if (performance.now() < settledAt(place)) return;
    const body = { name: `Rival at ${place}`, place_id: place };
    const causes = ["CompetitorAdded", "CompetitorReactivated"];
    const reply = await ask("add", tenant.api, "POST", "/api/v1/competitors", causes, body);
    const competitor = reply?.json?.["competitor"] as { id: string } | undefined;
    if (competitor !== undefined) tracked.set(place, competitor.id);
    else if (reply !== undefined) odd("add", reply);
  }
  return {
    tracked,
    async turn() {
      const place = random.pick(PLACES);
      const id = tracked.get(place);
      if (id === undefined) return add(place);
      if (await remove("remove", `/api/competitors/${id}`, place, ["CompetitorRemoved"], GONE)) tracked.delete(place);
    },
    /** Nobody else writes here. */
    async read() {
      const position = written();
      if (position === undefined) return;
      const reply = await look("/api/v1/competitors", { "x-service-min-position": position });
      if (reply === undefined) return;
      const read = (reply.json?.["competitors"] as { id: string }[]).map(({ id }) => id).sort();
      const own = [...tracked.values()].sort();
      if (read.join() !== own.join())
        ledger.oddities.push(`${name} read ${read.join()} and was answered ${own.join()} before`);
    },
  };
}
