/** A load that asks until it is answered, and whose every effect is counted at its end: for processes that fall meanwhile. */
import { createApi, expectStatus, ndjson, type Tenant } from "../support/api";
import type { Receiver } from "../chaos/receiver";
import { eventually } from "../support/eventually";
import { send, type Reply, type Sent } from "../support/http-client";
import type { Fleet } from "../support/fleet";
import { COLLECTOR_TOKEN } from "../support/service";
import { systemClock } from "../../infra/time/clock";

/** Each with an endpoint, and a place whose rating changes again and again. */
const TENANTS = 4;
const BETWEEN_MS = 100;
/** A client that hears nothing for so long asks another process. */
const PATIENCE_MS = 1_500;
const COMPETITORS_MAX = 80;
/** Longer than a machine that is busy with something else takes. */
const SETTLED_MS = 90_000;
const HOUR_MS = 3_600_000;

/** A request that is sent again, word for word, until it is answered. Instants by performance.now(). */
interface Order {
  readonly begunAt: number;
  answeredAt?: number;
}

interface Life {
  readonly tenant: Tenant;
  readonly place: string;
  /** Ids of what was answered as made. */
  readonly competitors: string[];
  changes: number;
}

export interface FallingLoad {
  /** Resolves when every request that was under way at that instant, or began within half a second after it, has its answer. */
  answered(since: number): Promise<void>;
  /** Asks for nothing more, and gives up what has no answer yet. */
  end(): Promise<void>;
  /** Asks for nothing more. Rejects where anything that was answered is not there, or is there twice. */
  settle(): Promise<void>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => void systemClock.after(milliseconds, resolve));

export async function startLoad(fleet: Fleet, receiver: Receiver): Promise<FallingLoad> {
  const load = new Load(fleet, receiver);
  await load.begin();
  return load;
}

class Load implements FallingLoad {
  readonly #orders: Order[] = [];
  readonly #lives: Life[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #over = false;
  #givenUp = false;
  #asked = 0;
  /** News is young, and nothing was seen in the future. */
  readonly #since = systemClock.now().getTime() - HOUR_MS;

  constructor(
    private readonly fleet: Fleet,
    private readonly receiver: Receiver,
  ) {}

  async begin(): Promise<void> {
    const [front] = this.fleet.of("api");
    const api = createApi({ url: front?.url ?? "" });
    for (let at = 0; at < TENANTS; at += 1) {
      const tenant = await api.tenant({ plan: "agency" });
      const place = `rated-${at}`;
      const webhook = { url: this.receiver.urlOf(place), events: ["competitor.rating_change"] };
      const made = expectStatus(await tenant.api.post("/api/v1/webhooks", webhook), 201) as unknown as Made;
      this.receiver.secrets.add(made.secret);
      const tracked = { name: "Fjord Coffee", place_id: place };
      const { competitor } = expectStatus(
        await tenant.api.post("/api/v1/competitors", tracked),
        201,
      ) as unknown as Added;
      this.#lives.push({ tenant, place, competitors: [competitor.id], changes: 0 });
      await api.observe(this.#rated(place, 0));
    }
    this.#running = Promise.all(this.#lives.flatMap((life) => [this.#rate(life), this.#add(life)]));
    // Whoever settles hears of it.
    this.#running.catch(() => undefined);
  }

  async answered(since: number): Promise<void> {
    const until = since + 500;
    await eventually(
      () => {
        expect(performance.now()).toBeGreaterThan(until);
        const open = this.#orders.filter(({ begunAt, answeredAt }) => begunAt <= until && answeredAt === undefined);
        expect(open).toEqual([]);
      },
      { timeoutMs: SETTLED_MS },
    );
  }

  async end(): Promise<void> {
    this.#over = this.#givenUp = true;
    await this.#running.catch(() => undefined);
  }

  async settle(): Promise<void> {
    this.#over = true;
    await this.#running;
    await Promise.all(this.#lives.map((life) => this.#everythingOnce(life)));
  }

  /** One change after another, each seen a second after the one before. */
  async #rate(life: Life): Promise<void> {
    while (!this.#over) {
      const line = `${JSON.stringify(this.#rated(life.place, life.changes + 1))}\n`;
      const authorization = `Bearer ${COLLECTOR_TOKEN}`;
      const given = ndjson(line);
      const sent = { ...given, method: "POST", headers: { ...given.headers, authorization } };
      const report = expectStatus(await this.#ask("/api/admin/observations", sent), 200);
      expect(report).toMatchObject({ rejected: 0 });
      life.changes += 1;
      await pause(BETWEEN_MS);
    }
  }

  async #add({ tenant, competitors, place }: Life): Promise<void> {
    while (!this.#over && competitors.length < COMPETITORS_MAX) {
      const key = `${place}-${competitors.length}`;
      const headers = { "x-service-key": tenant.api.key, "idempotency-key": key };
      const body = { name: "Fjord Coffee", place_id: `place-${key}` };
      const reply = await this.#ask("/api/v1/competitors", { method: "POST", headers, body });
      competitors.push((expectStatus(reply, 201) as unknown as Added).competitor.id);
      await pause(2 * BETWEEN_MS);
    }
  }

  /** At one process after another, as a client behind a balancer is, until one of them says more than that it cannot now. */
  async #ask(path: string, sent: Sent): Promise<Reply> {
    const order: Order = { begunAt: performance.now() };
    this.#orders.push(order);
    while (!this.#givenUp) {
      const fronts = this.fleet.of("api");
      const front = fronts[(this.#asked += 1) % fronts.length];
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const reply = await send(`${front?.url ?? ""}${path}`, { ...sent, signal }).catch(() => undefined);
      const again = ["idempotency_in_progress", "rate_limited"];
      if (reply !== undefined && reply.status < 500 && !again.includes(String(reply.json?.["code"]))) {
        order.answeredAt = performance.now();
        return reply;
      }
      await pause(BETWEEN_MS);
    }
    throw new Error(`Nobody answers ${path} any more.`);
  }

  #rated(placeId: string, number: number) {
    const observedAt = new Date(this.#since + number * 1_000).toISOString();
    const listing = { rating: 3 + (number % 2) };
    return { id: `${placeId}-${number}`, placeId, observedAt, source: "tests", listing };
  }

  async #everythingOnce({ tenant, place, competitors, changes }: Life): Promise<void> {
    const api = createApi({ url: this.fleet.of("api").find(({ state }) => state === "running")?.url ?? "" });
    const client = api.withKey(tenant.api.key);
    await eventually(
      async () => {
        // What arrived is looked at first: asking again and again would use up the requests of a minute.
        const arrived = this.receiver.deliveries.filter(({ path }) => path === `/${place}`);
        expect(arrived.filter(({ signed }) => !signed)).toEqual([]);
        // One that was under way may come again: under its own id, and the same to the byte.
        const bodies = new Map(arrived.map(({ id, body }) => [id, body]));
        expect(arrived.filter(({ id, body }) => bodies.get(id) !== body)).toEqual([]);
        const told = [...bodies.values()].map((body) => JSON.parse(body) as { sequence: number; id: string });
        expect(new Set(told.map(({ id }) => id)).size).toBe(changes);
        const sequences = told.map(({ sequence }) => sequence).sort((a, b) => a - b);
        expect(sequences).toEqual(Array.from({ length: changes }, (_, at) => at + 1));
        const listed = expectStatus(await client.get("/api/v1/competitors"), 200) as unknown as Listed;
        expect(listed.competitors.map(({ id }) => id).sort()).toEqual([...competitors].sort());
        expect(expectStatus(await client.get("/api/v1/alerts"), 200)).toMatchObject({ unread: changes });
      },
      { timeoutMs: SETTLED_MS },
    );
  }
}

interface Made {
  readonly secret: string;
}
interface Added {
  readonly competitor: { readonly id: string };
}
interface Listed {
  readonly competitors: readonly { readonly id: string }[];
}
