/** A life by which every operation of the public API is shown: two tenants, and what collectors observed of the places they watch. */
import { METERS_PER_DEGREE } from "../../domain/geometry";
import { createLogger } from "../../infra/logging/logger";
import { createApi, type Api, type Tenant } from "../support/api";
import { createReceiving, type Receiving } from "../support/receiving";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { everything } from "./facts-of-everything";
import { settled } from "./settled";

const DAY_MS = 86_400_000;
export const HOST = "hooks.receiver.test";
export const CENTER = { latitude: 59.91, longitude: 10.75 };
/** Meters north of the own listing at which the closed competitor lay. */
export const CLOSED_METERS = 400;
/** On each of so many days until yesterday, the own listing and the rival were seen. */
export const DAYS_SEEN = 20;

export interface Life {
  readonly api: Api;
  readonly service: TestService;
  readonly receiving: Receiving;
  /** Owns the listing `life-own` and tracks `life-rival` and `life-closed`. */
  readonly tenant: Tenant;
  readonly rivalId: string;
  readonly closedId: string;
  /** Tracks `life-watched`, whose rating rises from 4 to 4.5, and owns no listing. */
  readonly watcher: Tenant;
  /** Tracks nothing at first. */
  readonly newcomer: Tenant;
  /** An instant so many days before noon of today. */
  readonly ago: (days: number) => string;
  /** Once all that follows from what has happened has happened. */
  readonly settled: () => Promise<void>;
  /** The routes that the service's own log says were answered with success since the last time that this was asked. */
  readonly answered: () => ReadonlySet<string>;
  /** The routes that the typed client of a tenant asked, and was answered with success, since the last time. */
  readonly askedTyped: () => ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

interface LogLine {
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
}

export async function startLife(): Promise<Life> {
  const receiving = createReceiving();
  await receiving.open();
  const lines: LogLine[] = [];
  const write = (line: string): boolean => lines.push(JSON.parse(line) as LogLine) > 0;
  const logger = createLogger({ level: "info", stream: { write } as unknown as NodeJS.WritableStream });
  const settings = { SMS_PROVIDER: "sandbox" };
  const service = await startTestService({ settings, logger, outbound: receiving.outbound });
  // No midnight comes between what is observed and what is read.
  const now = service.clock.now().getTime();
  const noon = now - (now % DAY_MS) + 1.5 * DAY_MS;
  service.clock.leap(noon - now);
  const ago = (days: number): string => new Date(noon - days * DAY_MS).toISOString();
  const api = createApi(service);
  const tenant = await api.tenant({ business: { placeId: "life-own", city: "Oslo", category: "Cafe" } });
  const [watcher, newcomer] = [await api.tenant(), await api.tenant()];
  const track = async ({ api: { v1 } }: Tenant, placeId: string): Promise<string> =>
    (await v1.post("/api/v1/competitors", { body: { name: "Said to be", place_id: placeId } })).competitor.id;
  const typed: string[] = [];
  for (const one of [tenant, watcher, newcomer])
    one.api.v1.raw.use({
      onResponse({ request, schemaPath, response }) {
        if (response.ok) typed.push(`${request.method} ${schemaPath.replace(/\{(\w+)\}/g, ":$1")}`);
      },
    });
  const [rivalId, closedId] = [await track(tenant, "life-rival"), await track(tenant, "life-closed")];
  await track(watcher, "life-watched");
  await api.observe(...observed(ago));
  await settled(service);
  return {
    ...{ api, service, receiving, tenant, rivalId, closedId, watcher, newcomer, ago },
    settled: () => settled(service),
    answered() {
      const served = lines.splice(0).filter(({ status }) => status !== undefined && status < 400);
      return new Set(served.map(({ method, route }) => `${method ?? ""} ${route ?? ""}`));
    },
    askedTyped: () => new Set(typed.splice(0)),
    async close() {
      await service.close();
      await receiving.close();
    },
  };
}

const times = <One>(count: number, make: (at: number) => One): readonly One[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** From the oldest to the newest. */
function observed(ago: Life["ago"]): readonly object[] {
  const cafe = { city: "Oslo", category: "Cafe", country: "NO", ...CENTER };
  const reviews = (id: string, count: number, day: number, text: string, more: (at: number) => object = () => ({})) =>
    times(count, (at) => ({
      ...{ id: `${id}-${at}`, rating: 4, text, author: `Guest ${at}`, ownerResponse: null },
      ...{ publishedAt: ago(day + at / 100), ...more(at) },
    }));
  // The first is the newest, of two stars; every other one is answered, that one among them.
  const own = reviews("own", 12, 10, "The coffee was excellent and the staff was friendly.", (at) => ({
    rating: at === 0 ? 2 : 4,
    ownerResponse: at % 2 === 0 ? "Thank you." : null,
  }));
  const { listing: _listing, ...facts } = everything(ago(1));
  const days = times(DAYS_SEEN, (at) => DAYS_SEEN - at);
  return [
    sighting("life-own", ago(40), { listing: { ...cafe, name: "Harbour", rating: 4.4, reviewCount: 200 } }),
    ...days.flatMap((day, at) => [
      sighting("life-own", ago(day), { listing: { rating: day === 1 ? 4.1 : 4.4, reviewCount: 200 } }),
      sighting("life-rival", ago(day), {
        listing: { ...cafe, name: "Fjord", address: "Brygga 2", rating: 4.8, reviewCount: 100 + 4 * at },
      }),
    ]),
    sighting("life-own", ago(0.5), { photos: times(2, photo), reviews: own }),
    sighting("life-rival", ago(0.5), {
      ...facts,
      reviews: [
        ...reviews("early", 12, 60, "The coffee was good and we liked the garden."),
        ...reviews("late", 12, 10, "The parking is terrible, the parking is bad. We met Anna there."),
      ],
    }),
    sighting("life-closed", ago(1), {
      listing: {
        ...{ ...cafe, name: "Quay", rating: 4.4, reviewCount: 90, status: "permanently_closed" },
        latitude: CENTER.latitude + CLOSED_METERS / METERS_PER_DEGREE,
      },
      reviews: reviews("quay", 4, 20, "There was no parking, which was bad for the guests."),
    }),
    ...[4, 4.5].map((rating, at) =>
      sighting("life-watched", ago(0.2 - at / 10), { listing: { name: "Fjell", city: "Bergen", rating } }),
    ),
  ];
}

const photo = (at: number) => ({
  ...{ name: `Front ${at}`, url: `https://p.example/${at}` },
  ...{ width: null, height: null, capturedAt: null },
});
