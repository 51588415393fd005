/** The real program, killed again and again under load: what it answered is what is read, once. */
import { createApi, expectStatus, ndjson, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import type { Reply } from "../support/http-client";
import { createProgram, type Program } from "../support/program";
import { seeded } from "../support/seeded";
import { ADMIN_EMAIL, ADMIN_TOKEN, COLLECTOR_TOKEN } from "../support/service";
import { systemClock } from "../../infra/time/clock";

/** The fourth takes the database along. */
const KILLS = 5;
const LOAD_MS_MAX = 250;
const WORKERS = 4;
const seed = Number(process.env["KILL_SEED"] ?? process.pid);

/** A request that is sent again, word for word, until it is answered. */
interface Order {
  readonly name: string;
  readonly send: () => Promise<Reply>;
  answer?: Reply;
}

interface Ledger {
  /** By tenant: the places whose competitors were asked for. */
  readonly competitors: Map<Tenant, Order[]>;
  readonly marks: Order[];
  readonly reviews: Order[];
  readonly ratings: Order[];
}

let program: Program;
let api: Api;
let reader: Tenant;
let alertIds: readonly string[];
const ledger: Ledger = { competitors: new Map(), marks: [], reviews: [], ratings: [] };
const random = seeded(seed);
let count = 0;

beforeAll(async () => {
  program = await createProgram({ ADMIN_EMAILS: ADMIN_EMAIL, ADMIN_TOKEN, COLLECTOR_TOKEN, TRUSTED_PROXIES: "1" });
  await program.start();
  api = createApi(program);
  reader = await api.tenant({ plan: "agency" });
  expectStatus(await reader.api.post("/api/v1/competitors", { name: "Fjord Coffee", place_id: "rated" }), 201);
  expectStatus(await reader.api.post("/api/v1/competitors", { name: "Fjord Coffee", place_id: "reviewed" }), 201);
  const lines = Array.from({ length: 81 }, (_, at) => rated(at)).join("");
  expectStatus(await api.collector.send("POST", "/api/admin/observations", ndjson(lines)), 200);
  alertIds = await eventually(async () => {
    const { alerts } = expectStatus(await reader.api.get("/api/v1/alerts?limit=100"), 200);
    expect(alerts).toHaveLength(80);
    return (alerts as { id: string }[]).map(({ id }) => id);
  });
}, 120_000);
afterAll(() => program.remove(), 60_000);

test(`killed ${KILLS} times under load it loses nothing it accepted and does nothing twice (KILL_SEED=${seed})`, async () => {
  for (let kill = 1; kill <= KILLS; kill++) {
    await underLoad(kill);
    await program.kill(kill % 4 === 0 ? "program and database" : "program");
    await program.start();
    // A command that was under way is claimed for a while yet; the next rounds ask for it again.
    for (const order of open()) await attempt(order);
  }
  await settle();
  await everyCompetitorOnce();
  await everyRepetitionTheSame();
  await everyObservationOnce();
  await everyAlertOnceAndMarked();
  expect(await program.stop()).toBe(0);
}, 240_000);

/** Orders until the program is killed at a random moment; what is not answered by then stays open. */
async function underLoad(kill: number): Promise<void> {
  const tenant = await api.tenant({ plan: "agency", business: { name: `Business ${kill}` } });
  const orders: Order[] = [];
  ledger.competitors.set(tenant, orders);
  let over = false;
  const work = async (): Promise<void> => {
    while (!over) {
      const order = nextOrder(tenant, orders);
      await attempt(order);
    }
  };
  const workers = Promise.all(Array.from({ length: WORKERS }, work));
  const moment = 20 + random() * LOAD_MS_MAX;
  await new Promise<void>((resolve) => void systemClock.after(moment, resolve));
  const killing = program.kill("program");
  over = true;
  await Promise.all([killing, workers]);
}

function nextOrder(adder: Tenant, competitors: Order[]): Order {
  const number = (count += 1);
  const key = { "idempotency-key": `order-${number}` };
  const kind = number % 4;
  if (kind === 0 && competitors.length < 90) {
    const body = { name: "Fjord Coffee", place_id: `place-${number}` };
    return enter(competitors, `place-${number}`, () => adder.api.post("/api/v1/competitors", body, key));
  }
  const alertId = alertIds[ledger.marks.length];
  if (kind === 1 && alertId !== undefined)
    return enter(ledger.marks, alertId, () => reader.api.patch(`/api/v1/alerts/${alertId}`, { read: true }, key));
  // One at a time: a sighting that is repeated after a newer one has been taken in changes nothing.
  if (kind === 2 && ledger.ratings.every(({ answer }) => answer !== undefined)) {
    const line = rated(1_000 + number);
    return enter(ledger.ratings, String(number), () => hand(line));
  }
  const reviews = Array.from({ length: 10 }, (_, at) => reviewed(`${number}-${at}`)).join("");
  return enter(ledger.reviews, String(number), () => hand(reviews));
}

const hand = (lines: string) => api.collector.send("POST", "/api/admin/observations", ndjson(lines));

function enter(orders: Order[], name: string, send: () => Promise<Reply>): Order {
  const order: Order = { name, send };
  orders.push(order);
  return order;
}

/** An answer that is no refusal to work just now settles the order; a broken connection leaves it open. */
async function attempt(order: Order): Promise<void> {
  const reply = await order.send().catch(() => undefined);
  const again = ["idempotency_in_progress", "rate_limited"];
  const busy = reply === undefined || reply.status >= 500 || again.includes((reply.json?.["code"] ?? "") as string);
  if (!busy) order.answer = reply;
}

const open = (): readonly Order[] =>
  [...[...ledger.competitors.values()].flat(), ...ledger.marks, ...ledger.ratings, ...ledger.reviews].filter(
    ({ answer }) => answer === undefined,
  );

/** What was not answered is asked again, as a client would, until it is. */
async function settle(): Promise<void> {
  await eventually(
    async () => {
      for (const order of open()) {
        await attempt(order);
        await new Promise<void>((resolve) => void systemClock.after(100, resolve));
      }
      expect(open()).toEqual([]);
    },
    { timeoutMs: 60_000 },
  );
}

async function everyCompetitorOnce(): Promise<void> {
  for (const [tenant, orders] of ledger.competitors) {
    const { competitors } = expectStatus(await tenant.api.get("/api/v1/competitors"), 200);
    const read = (competitors as { id: string; placeId: string }[]).map(({ id, placeId }) => [placeId, id]);
    const answered = orders.map(({ name, answer }) => [name, competitorIn(answer)]);
    expect(read.sort()).toEqual(answered.sort());
  }
}

async function everyRepetitionTheSame(): Promise<void> {
  const orders = [...ledger.competitors.values()].flat();
  for (const order of orders.filter((_, at) => at % 5 === 0)) {
    const again = await order.send();
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    expect(competitorIn(again)).toBe(competitorIn(order.answer));
  }
}

async function everyObservationOnce(): Promise<void> {
  const { competitors } = expectStatus(await reader.api.get("/api/v1/competitors"), 200);
  const tracked = (competitors as { id: string; placeId: string }[]).find(({ placeId }) => placeId === "reviewed");
  const authors: string[] = [];
  for (let cursor = ""; ;) {
    const path = `/api/v1/competitors/${tracked?.id}/reviews?limit=100${cursor}`;
    const page = expectStatus(await reader.api.get(path), 200) as {
      reviews: { author: string }[];
      nextCursor: string | null;
    };
    authors.push(...page.reviews.map(({ author }) => author));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  const sent = ledger.reviews.flatMap(({ name }) => Array.from({ length: 10 }, (_, at) => `${name}-${at}`));
  expect(authors.sort()).toEqual(sent.sort());
}

async function everyAlertOnceAndMarked(): Promise<void> {
  const changes = 80 + ledger.ratings.length;
  // What the killed program was raising is raised by the next one when its lease has ended.
  await eventually(
    async () => {
      const { unread } = expectStatus(await reader.api.get("/api/v1/alerts"), 200);
      expect(unread).toBe(changes - ledger.marks.length);
      await new Promise<void>((resolve) => void systemClock.after(100, resolve));
    },
    { timeoutMs: 60_000 },
  );
}

const competitorIn = (reply: Reply | undefined): string => {
  expect(reply?.status).toBe(201);
  return (reply?.json as { competitor: { id: string } }).competitor.id;
};

/** Every sighting has another rating than the one before, so that each is one change. */
let rating = 0;
let ratedAt = systemClock.now().getTime() - 3_600_000;
function rated(number: number): string {
  rating = (rating + 1) % 50;
  ratedAt += 1_000;
  const observedAt = new Date(ratedAt).toISOString();
  return line({ id: `rated-${number}`, placeId: "rated", observedAt, listing: { rating: rating / 10 } });
}

function reviewed(id: string): string {
  const observedAt = systemClock.now().toISOString();
  const review = { id, rating: 5, text: "Good", author: id, publishedAt: observedAt, ownerResponse: null };
  return line({ id: `reviewed-${id}`, placeId: "reviewed", observedAt, reviews: [review] });
}

const line = (observation: object): string => `${JSON.stringify({ ...observation, source: "tests" })}\n`;
