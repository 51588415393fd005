/** GET /api/admin/collection-requests: what collectors are to look up next, theirs alone until the lease ends. */
import { z } from "zod";
import { collectableSchema, collectables, type Collectable } from "../../domain/places/observation";
import { action, Answer, collector, type Context } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import type { Services } from "../../infra/http/services";
import { wholeNumber } from "../../infra/http/query-numbers";
import type { PlaceRow } from "../../projections/places";

const instant = z.iso.datetime();
const requestView = z.strictObject({
  id: z.string().describe("To stand in the `answers` of the observation that answers it."),
  kind: z.enum(["requested", "scheduled"]),
  placeId: z.string(),
  sections: z.array(collectableSchema),
  requestedAt: instant,
  expiresAt: instant,
  leasedUntil: instant.describe("Until then it is offered to nobody else."),
  attempt: z
    .number()
    .int()
    .describe("How often it was handed out, this time included; of a scheduled one, since its last answer."),
  known: z.strictObject({
    name: z.string().nullable(),
    address: z.string().nullable(),
    website: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
});
type CollectionQueue = Services["collectionQueue"];
type LeasedCollection = Awaited<ReturnType<CollectionQueue["lease"]>>[number];
type Kind = z.output<typeof requestView>["kind"];

export const leaseCollectionRequests = action({
  id: "lease-collection-requests",
  method: "GET",
  path: "/api/admin/collection-requests",
  access: collector(),
  on: "none",
  area: "observation",
  summary: "Take requests for facts under a lease",
  description:
    "What somebody asked for comes first, but for a quarter that is left to what is due every day; accounts take turns. Whatever is not answered until its lease ends is offered again, until it expires.",
  query: z.strictObject({
    limit: wholeNumber(1, 100).default(20).describe("Most requests to take."),
    leaseSeconds: wholeNumber(30, 3_600).default(300),
    kind: z.enum(["requested", "scheduled", "all"]).default("all"),
    sections: z
      .string()
      .max(300)
      .optional()
      .describe(
        `Comma list of what the collector can bring, of ${collectables.join(", ")}; all unless told. A request that asks for more is left to others, the daily schedule asks for what both have.`,
      ),
  }),
  responds: { status: 200, body: z.strictObject({ requests: z.array(requestView) }) },
  handle: async ({ query }, context) => {
    const { collectionQueue, collectionSchedule } = context.services;
    const { limit, leaseSeconds, kind } = query;
    const sections = sectionsIn(query.sections);
    const take = (from: Pick<CollectionQueue, "lease">, room: number) =>
      room === 0 ? Promise.resolve([]) : from.lease({ limit: room, leaseSeconds, sections });
    const first = kind === "scheduled" ? 0 : limit - (kind === "all" ? reserved(limit) : 0);
    const asked = await take(collectionQueue, first);
    const scheduled = await take(collectionSchedule, kind === "requested" ? 0 : limit - asked.length);
    const isShort = asked.length === first && kind !== "scheduled";
    const more = await take(collectionQueue, isShort ? limit - asked.length - scheduled.length : 0);
    const requested = [...asked, ...more];
    const known = await knownOf(context, [...requested, ...scheduled]);
    const shown = (of: Kind) => (one: LeasedCollection) => show(of, one, known.get(one.placeId));
    const requests = [...requested.map(shown("requested")), ...scheduled.map(shown("scheduled"))];
    return new Answer(200, { requests }, { "cache-control": "no-store" });
  },
});

/** Whoever asks for much must not keep the daily schedule waiting for ever. Where nothing is due, the room is not left empty. */
const reserved = (limit: number): number => (limit < 2 ? 0 : Math.max(1, Math.floor(limit / 4)));

function sectionsIn(list: string | undefined): readonly Collectable[] {
  if (list === undefined) return collectables;
  const asked = list.split(",").map((name) => name.trim());
  const unknown = asked.filter((name) => !collectables.some((section) => section === name));
  if (unknown.length === 0) return collectables.filter((section) => asked.includes(section));
  const message = `Unknown: ${unknown.join(", ")}. Known: ${collectables.join(", ")}.`;
  throw invalid([{ path: "query.sections", message }]);
}

type Known = Pick<PlaceRow, "place_id" | "name" | "address" | "website" | "latitude" | "longitude">;

async function knownOf({ read }: Context, leased: readonly LeasedCollection[]): Promise<ReadonlyMap<string, Known>> {
  if (leased.length === 0) return new Map();
  const ids = leased.map(({ placeId }) => placeId);
  const rows: readonly Known[] = await read<PlaceRow>("places")
    .whereIn("place_id", ids)
    .select("place_id", "name", "address", "website", "latitude", "longitude");
  return new Map(rows.map((row) => [row.place_id, row]));
}

function show(kind: Kind, leased: LeasedCollection, known: Known | undefined): z.input<typeof requestView> {
  const { requestId: id, sections, ...facts } = leased;
  const { name = null, address = null, website = null, latitude = null, longitude = null } = known ?? {};
  return {
    id,
    kind,
    ...facts,
    sections: z.array(collectableSchema).parse(sections),
    known: { name, address, website, latitude, longitude },
  };
}
