/** Sends webhook deliveries: claims them in batches under leases, sends while it claims on, and records outcomes in batches. */
import type { Pool } from "pg";
import { SURE_MS, watchForFallen, type FallenWatch } from "../leases/fallen";
import { listening, type Listening } from "../postgres/notifications";
import { systemClock } from "../time/clock";
import { wakeable, type Worker } from "../time/wakeable";
import {
  claimDeliveries,
  freeDeliveries,
  nextDue,
  purgeEnded,
  releaseDeliveries,
  renewLeases,
  start,
  type Place,
} from "./claims";
import type { Delivery, Ended } from "./delivery";
import { CHANNEL } from "./delivery-store";
import { Dispatcher } from "./dispatcher";
import { Holdings } from "./holdings";
import { recordOutcomes, releaseHeld } from "./outcomes";
import type { SendingParts, Turnout } from "./sending";
import { senderDefaults, type SenderSettings } from "./settings";
import { senderStatus, type SenderStatus } from "./status";
import { createTimetable, type Timetable } from "./timetable";

export type { SenderStatus } from "./status";

export interface WebhookSenderOptions extends Omit<SendingParts, "settings"> {
  /** Its database has `webhookMigrations`. The sender keeps one connection while it runs, and works on others. */
  readonly pool: Pool;
  /** Names this process, to its lease holder as well. */
  readonly runner: string;
  readonly settings?: Partial<SenderSettings>;
}

export interface WebhookSender {
  start(): Promise<void>;
  /** Claims nothing more, waits for attempts under way, records them, and gives back what it had not begun. */
  stop(): Promise<void>;
  /** There may be something to do. New deliveries and due retries wake it by themselves. */
  wake(): void;
  status(): Promise<SenderStatus>;
}

/** Any number of senders share the work of one database. */
export function createWebhookSender({ pool, runner, settings, ...parts }: WebhookSenderOptions): WebhookSender {
  const sender = new Sender(pool, runner, { ...parts, settings: { ...senderDefaults, ...settings } });
  return {
    start: () => sender.start(),
    stop: () => sender.stop(),
    wake: () => sender.wake(),
    status: () => senderStatus(pool, parts.clock.now()),
  };
}

/** How long a delivery waits, uncounted, where not its receiver but the service itself was at fault. */
const OWN_FAULT_MS = 5_000;
/** What another process has stored, its own sender takes first: both at once would take half as much in as many statements. */
const ELSEWHERE_MS = 250;
/** So that outcomes of attempts that end together are recorded together: a statement costs as much as some forty outcomes in it. */
const RECORD_AFTER_MS = 25;
const HOUSEKEEPING_MS = 60_000;
const PURGE_MS = 3_600_000;

class Sender {
  readonly #holdings = new Holdings();
  readonly #ended: Ended[] = [];
  /** By endpoint: a delivery that was put on hold, until it is certain that the endpoint is still paused. */
  readonly #doubtful = new Map<string, Delivery>();
  readonly #dispatcher: Dispatcher;
  readonly #timetable: Timetable;
  readonly #listening: Listening;
  readonly #fallen: FallenWatch;
  readonly #claims: Worker;
  readonly #records: Worker;
  readonly #renewals: Worker;
  readonly #checks: Worker;
  readonly #purges: Worker;
  #after: Place = start;
  /** Something may be due later than is known here. */
  #dueUnknown = true;
  #callOffElsewhere: (() => void) | undefined;
  #callOffRecord: (() => void) | undefined;
  /** Claiming has stopped for want of room, which records make. */
  #full = false;
  #givingBack = 0;
  #stopping = false;
  #drained: (() => void) | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly runner: string,
    private readonly parts: SendingParts,
  ) {
    this.#dispatcher = new Dispatcher({
      ...parts,
      holdings: this.#holdings,
      onTurnout: (delivery, turnout) => this.#end(delivery, turnout),
      onParked: (deliveries) => void this.#giveBack(deliveries, 0),
      onDoubt: () => this.#checks.wake(),
      onRoom: () => this.#claims.wake(),
    });
    this.#timetable = createTimetable(parts.clock);
    this.#listening = listening({ pool, ...parts, channel: CHANNEL }, (from) => this.#heard(from));
    this.#fallen = watchForFallen({ pool, runner, ...parts, free: (fallen) => this.#free(fallen) });
    this.#claims = wakeable(parts, "Claiming webhook deliveries", () => this.#claim());
    this.#records = wakeable(parts, "Recording outcomes of webhook deliveries", () => this.#record());
    this.#renewals = wakeable(parts, "Renewing leases of webhook deliveries", () =>
      this.#renew(this.#holdings.deliveries),
    );
    // What has just been claimed is left alone: at full speed that is nearly everything.
    this.#checks = wakeable(parts, "Renewing leases of webhook deliveries that have waited", () =>
      this.#renew(this.#holdings.notKnownSince(performance.now() - SURE_MS / 2)),
    );
    this.#purges = wakeable(parts, "Forgetting old webhook deliveries", () => this.#purge());
  }

  async start(): Promise<void> {
    const { pollMs, leaseMs } = this.parts.settings;
    this.#listening.start();
    this.#fallen.start();
    this.#timetable.every("poll", pollMs, () => this.wake());
    this.#timetable.every("renewal", leaseMs / 3, () => this.#renewals.wake());
    this.#timetable.every("housekeeping", HOUSEKEEPING_MS, () => this.#dispatcher.forgetIdle());
    this.#timetable.every("purge", PURGE_MS, () => this.#purges.wake());
    this.wake();
  }

  wake(): void {
    this.#dueUnknown = true;
    this.#claims.wake();
  }

  /** New deliveries are due at once, and change nothing of what is due later. */
  #heard(from: string | null): void {
    if (from === this.runner) this.#claims.wake();
    else if (from === null || from === "") this.wake();
    else if (!this.#stopping)
      this.#callOffElsewhere ??= systemClock.after(ELSEWHERE_MS, () => {
        this.#callOffElsewhere = undefined;
        this.#claims.wake();
      });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#callOffElsewhere?.();
    const unbegun = this.#dispatcher.stop();
    await Promise.all([this.#listening.stop(), this.#fallen.stop(), this.#claims.stop(), this.#purges.stop()]);
    // What a last claim has brought meanwhile goes back too.
    void this.#giveBack([...unbegun, ...this.#dispatcher.stop()], 0);
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    const grace = new Promise<void>((resolve) => this.#timetable.once("grace", this.parts.settings.graceMs, resolve));
    this.#tellDrained();
    await Promise.race([drained, grace]);
    this.#timetable.stop();
    await Promise.all([this.#records.stop(), this.#renewals.stop(), this.#checks.stop()]);
    this.#dispatcher.close();
  }

  async #claim(): Promise<void> {
    const { claimsMax, heldMax, leaseMs, windowStart } = this.parts.settings;
    let idle = false;
    let now = this.parts.clock.now();
    while (!idle && !this.#stopping) {
      const limit = Math.min(claimsMax, heldMax - this.#holdings.size);
      this.#full = limit <= 0;
      if (this.#full) return;
      const after = this.#after;
      const rooms = this.#dispatcher.rooms();
      now = this.parts.clock.now();
      const claimedAt = performance.now();
      const wanted = { runner: this.runner, now, leaseMs, limit, after, rooms, roomElsewhere: 2 * windowStart };
      const { deliveries, stoppedAt } = await claimDeliveries(this.pool, wanted);
      this.#dispatcher.take(this.#holdings.hold(deliveries, claimedAt), rooms);
      this.#after = stoppedAt ?? start;
      const walkedAll = after === start && stoppedAt === null && deliveries.length < limit;
      idle = walkedAll && !this.#dispatcher.wantsMore;
    }
    if (this.#dueUnknown && !this.#stopping) await this.#lookWhenNextIsDue(now);
  }

  /** Asks as of the claim: what fell due since then was not claimed, and would otherwise be seen by neither. */
  async #lookWhenNextIsDue(claimedAt: Date): Promise<void> {
    this.#dueUnknown = false;
    const next = await nextDue(this.pool, claimedAt).catch((error: unknown) => {
      this.#dueUnknown = true;
      throw error;
    });
    if (next === null) this.#timetable.callOff("due");
    else this.#timetable.once("due", Math.max(0, next.getTime() - this.parts.clock.now().getTime()), () => this.wake());
  }

  #end(delivery: Delivery, turnout: Turnout): void {
    if (this.#holdings.find(delivery) !== undefined) {
      if (turnout === "park") void this.#giveBack([delivery], 0);
      else if (turnout === "postpone") void this.#giveBack([delivery], OWN_FAULT_MS);
      else {
        this.#ended.push(turnout);
        this.#recordSoon();
      }
    }
    this.#tellDrained();
  }

  #recordSoon(): void {
    const record = () => {
      this.#callOffRecord?.();
      this.#callOffRecord = undefined;
      this.#records.wake();
    };
    const isEnough = this.#ended.length >= this.parts.settings.recordsMax;
    if (this.#dispatcher.inFlight === 0 || isEnough || this.#stopping) record();
    else this.#callOffRecord ??= systemClock.after(RECORD_AFTER_MS, record);
  }

  async #record(): Promise<void> {
    const { clock, logger, settings } = this.parts;
    const batch = this.#ended.slice(0, settings.recordsMax);
    if (batch.length === 0) return this.#lookAgain();
    const recorded = await recordOutcomes(this.pool, batch, clock.now());
    this.#ended.splice(0, batch.length);
    this.#holdings.forget(batch.map(({ delivery }) => delivery));
    for (const { delivery } of batch)
      if (!recorded.has(delivery.id))
        logger.warn({ delivery: delivery.id }, "An outcome was refused: the lease was lost before the attempt ended.");
    for (const { status, delivery } of batch) if (status === "held") this.#doubtful.set(delivery.endpoint_id, delivery);
    if (batch.some(({ dueAt }) => dueAt !== null)) this.wake();
    else if (this.#full) this.#claims.wake();
    if (this.#ended.length + this.#doubtful.size > 0) this.#records.wake();
    this.#tellDrained();
  }

  /** Between being looked up and being put on hold, its endpoint may have been resumed, and the release have passed it by. */
  async #lookAgain(): Promise<void> {
    for (const [endpointId, { account_id: accountId }] of [...this.#doubtful]) {
      const target = await this.parts.endpoints.find(accountId, endpointId);
      if (target?.active === true) await releaseHeld(this.pool, endpointId);
      this.#doubtful.delete(endpointId);
      this.wake();
    }
    this.#tellDrained();
  }

  /** Back to the table, uncounted. Where even that fails, the lease ends by itself. */
  async #giveBack(deliveries: readonly Delivery[], delayMs: number): Promise<void> {
    if (deliveries.length === 0) return;
    this.#givingBack += 1;
    try {
      await releaseDeliveries(this.pool, deliveries, new Date(this.parts.clock.now().getTime() + delayMs));
    } catch (error) {
      this.parts.logger.warn({ err: error }, "Webhook deliveries could not be given back; their leases will end.");
    }
    this.#givingBack -= 1;
    this.#holdings.forget(deliveries);
    this.wake();
    this.#tellDrained();
  }

  async #renew(deliveries: readonly Delivery[]): Promise<void> {
    const { clock, logger, settings } = this.parts;
    const leases = deliveries.map((delivery) => ({ id: delivery.id, fence: delivery.fence, delivery }));
    const sentAt = performance.now();
    const kept = await renewLeases(this.pool, leases, clock.now(), settings.leaseMs);
    const ended = leases.filter((lease) => !kept.has(lease) && lease.delivery.fence === lease.fence);
    const lost = ended.map(({ delivery }) => delivery).filter((one) => this.#holdings.find(one) !== undefined);
    this.#holdings.forget(lost);
    for (const delivery of lost) {
      this.#dispatcher.drop(delivery);
      logger.warn({ delivery: delivery.id }, "The lease of a webhook delivery was lost to another process.");
    }
    const known = [...kept].map(({ delivery }) => delivery);
    this.#holdings.known(known, sentAt);
    this.#dispatcher.goOn();
  }

  /** What a fallen process had begun may have arrived: it goes out once more under its own id, by which receivers know it. */
  async #free(fallen: readonly string[]): Promise<void> {
    const freed = await freeDeliveries(this.pool, fallen, this.parts.clock.now());
    if (freed === 0) return;
    this.parts.logger.warn({ fallen, freed }, "Webhook deliveries of processes that fell silent are taken over.");
    await this.pool.query(`NOTIFY ${CHANNEL}`);
  }

  async #purge(): Promise<void> {
    await purgeEnded(this.pool, new Date(this.parts.clock.now().getTime() - this.parts.settings.keepEndedMs));
  }

  #tellDrained(): void {
    if (this.#dispatcher.inFlight + this.#ended.length + this.#doubtful.size + this.#givingBack === 0)
      this.#drained?.();
  }
}
