/** A service, a stand-in of the provider and collectors between them: what the specs of the collector have in common. */
import { Writable } from "node:stream";
import { openCollector } from "../../infra/composition/programs/collector";
import { loadConfig } from "../../infra/config/config";
import { createLogger } from "../../infra/logging/logger";
import type { Clock } from "../../infra/time/clock";
import type { Collector } from "../../processors/collector/collector";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startFront, type Front } from "../support/front";
import { providedPlace, startPlacesStandIn, type PlacesStandIn } from "../support/places-stand-in";
import { COLLECTOR_TOKEN, startTestService, type TestService } from "../support/service";
import { settled } from "./settled";

export type Line = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string>>;

/** What a test waits for in place of a minute. */
const SOON_MS = 15;
const QUEUE = "GET /api/admin/collection-requests";

export interface Collecting {
  readonly log: readonly Line[];
  readonly collector: Collector;
}

export interface Tracked {
  readonly id: string;
  readonly placeId: string;
}

export interface CollectorBench {
  readonly service: TestService;
  readonly standIn: PlacesStandIn;
  /** What collectors take for the service. */
  readonly front: Front;
  readonly api: Api;
  /** What the program needs to know. */
  readonly settings: Settings;
  /** The program's own loop in this process. */
  collect(settings?: Settings): Collecting;
  /** Another collector after that time. Nobody collects while it goes by: what is under way in a leap would take as long. */
  later(milliseconds: number): Promise<Collecting>;
  /** Resolves once three looks in a row have found nothing. */
  idle(log: readonly Line[]): Promise<void>;
  /** How often the provider was asked for the place. */
  askedFor(placeId: string): number;
  /** A competitor whose place the provider knows, with these members. */
  track(tenant: Tenant, members?: Line): Promise<Tracked>;
  /** Asks for fresh facts of a competitor, as its dashboard does; collectors can take the request from then on. */
  check(tenant: Tenant, id: string): Promise<void>;
  shown(tenant: Tenant, id: string): Promise<Line>;
  /** Waits until the dashboard shows the competitor so. */
  isShown(tenant: Tenant, id: string, members: Line): Promise<void>;
  /** All is well again, and nobody collects. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export const roundsIn = (log: readonly Line[]) => log.filter(({ requests }) => requests !== undefined);

/** Over all rounds. */
export const sumIn = (log: readonly Line[], member: string) =>
  roundsIn(log).reduce((total, round) => total + Number(round[member]), 0);

/** `shared`: what service and collectors have to agree on. */
export async function startCollectorBench(shared: Settings = {}): Promise<CollectorBench> {
  const [service, standIn] = await Promise.all([startTestService({ settings: shared }), startPlacesStandIn()]);
  const front = await startFront(service);
  const collectors: Collector[] = [];
  let places = 0;
  const settings = {
    COLLECTOR_SERVICE_URL: front.url,
    COLLECTOR_TOKEN,
    PLACES_REQUESTS_PER_SECOND: "1000",
    SHUTDOWN_GRACE_SECONDS: "600",
    ...standIn.settings,
    ...shared,
  };
  /** Polls and pauses of the collector are short; what takes longer than a minute goes by the service's clock. */
  const hurried: Clock = {
    now: () => service.clock.now(),
    after: (milliseconds, run) => service.clock.after(milliseconds > 60_000 ? milliseconds : SOON_MS, run),
  };
  const collect = (more: Settings = {}): Collecting => {
    const log: Line[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log.push(JSON.parse(chunk.toString()) as Line);
        done();
      },
    });
    const config = loadConfig({ ...settings, ...more });
    const logger = createLogger({ level: config.logLevel, stream });
    const collector = openCollector({ config, clock: hurried, logger });
    if ("missing" in collector) throw new Error("The collector is not configured.");
    collector.finished.catch(() => undefined);
    collectors.push(collector);
    return { log, collector };
  };
  const stopAll = () => Promise.allSettled(collectors.splice(0).map((collector) => collector.stop()));
  const shown = async ({ browser }: Tenant, id: string): Promise<Line> => {
    const { competitors } = expectStatus(await browser.get("/api/competitors"), 200) as { competitors: Line[] };
    return competitors.find((competitor) => competitor["id"] === id) ?? {};
  };
  return {
    service,
    standIn,
    front,
    api: createApi(service),
    settings,
    collect,
    async later(milliseconds) {
      await stopAll();
      service.clock.leap(milliseconds);
      return collect();
    },
    async idle(log) {
      const looks = () => front.asked.filter((one) => one === QUEUE).length;
      for (let before = -1; before !== roundsIn(log).length;) {
        before = roundsIn(log).length;
        const lookedBefore = looks();
        await eventually(() => expect(looks()).toBeGreaterThan(lookedBefore + 3));
      }
    },
    askedFor: (placeId) => standIn.requests.filter(({ path }) => path === `/v1/places/${placeId}`).length,
    async track({ api: client }, members = {}) {
      const placeId = `collected-${(places += 1)}`;
      standIn.add(providedPlace(placeId, members));
      const body = { name: "Fjord", place_id: placeId };
      const { competitor } = await client.v1.post("/api/v1/competitors", { body });
      return { id: competitor.id, placeId };
    },
    async check({ browser }, id) {
      expectStatus(await browser.post(`/api/competitors/${id}/check`), 202);
      await settled(service);
    },
    shown,
    isShown: (tenant, id, members) => eventually(async () => expect(await shown(tenant, id)).toMatchObject(members)),
    async rest() {
      front.answerInstead(null);
      standIn.misbehaveAlways(null);
      await stopAll();
    },
    async close() {
      await Promise.all([front.close(), standIn.close()]);
      await service.close();
    },
  };
}
