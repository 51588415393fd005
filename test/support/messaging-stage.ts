/** A business that may write to customers: a database, a clock that leaps, a carrier, and as many processes as a test starts. */
import { businesses, create, requestDeletion } from "../../domain/businesses";
import { compliance } from "../../domain/compliance";
import { draft, judge, submit } from "../../domain/compliance-decisions";
import { conversations, type ConversationDecision } from "../../domain/conversations";
import { streamName, type Aggregate, type Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { phoneNumbers, requestNumber, settleNumber } from "../../domain/phone-numbers";
import { startConversation } from "../../domain/sending";
import { aggregates } from "../../infra/composition/catalogue/aggregates";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { createProcessRunner, type ProcessRunner } from "../../infra/process-manager/runner";
import { smsEffects, type SendingParts } from "../../processors/send-sms";
import { smsCallbacks } from "../../processors/sms-callbacks";
import { smsMessages, type SendIntent } from "../../processors/sms-messages";
import { Carrier } from "./carrier";
import { completeForm } from "./compliance-form";
import { createTestDatabase, type TestDatabase } from "./database";
import { contextOf, createFoldKernel } from "./fold-kernel";
import { onDuty } from "./on-duty";
import { profileOf } from "./profile";
import { TravellingClock } from "./travelling-clock";

const businessId = "b1";
const accountId = "a1";
const owner = { businessId, accountId };
const FROM = "+18005550123";
const callbacks = smsCallbacks("https://service.example");

export class MessagingStage {
  readonly clock = new TravellingClock();
  readonly carrier = new Carrier();
  readonly #stops: (() => Promise<void>)[] = [];
  #commands = 0;

  private constructor(
    readonly database: TestDatabase,
    private readonly kernel: ReturnType<typeof createFoldKernel>,
  ) {}

  static async open(): Promise<MessagingStage> {
    const database = await createTestDatabase({ connectionsMax: 4 });
    const stage = new MessagingStage(database, createFoldKernel(database, { aggregates }));
    await stage.execute(businesses, create({ ...owner, profile: profileOf(), placeId: null }));
    return stage;
  }

  /** A number of the business; `review` is what reviewers say of its registration, null where it has none. */
  async number(phoneNumberId: string, review: "approved" | "rejected" | null = "approved"): Promise<void> {
    const number = { ...owner, phoneNumberId, kind: "toll_free", country: "US", areaCode: null } as const;
    await this.execute(phoneNumbers, requestNumber(number, { quota: 100 }));
    const had = { phoneNumber: FROM, provider: "sandbox", providerNumberId: `PN-${phoneNumberId}` } as const;
    await this.execute(
      phoneNumbers,
      settleNumber({ type: "PhoneNumberProvisioned", data: { ...owner, phoneNumberId, ...had } }),
    );
    if (review === null) return;
    const registration = { ...owner, registrationId: `r-${phoneNumberId}`, phoneNumberId } as const;
    const { registrationId } = registration;
    await this.execute(compliance, draft({ ...registration, kind: "toll_free_verification", form: completeForm }));
    await this.execute(compliance, submit(registrationId, this.clock.now().toISOString()));
    await this.execute(compliance, judge(registrationId, 1, { status: review, reasons: [], reviewedAt: null }));
  }

  /** Writes to a customer of this name, and gives what the effects are asked then. */
  async write(messageId: string, customer = "c1", phoneNumberId = "n1"): Promise<SendIntent> {
    const ids = { ...owner, conversationId: `${customer}-${phoneNumberId}`, phoneNumberId, messageId };
    const written = {
      ...ids,
      provider: "sandbox",
      customerPhone: phoneOf(customer),
      body: `Hello ${messageId}`,
    } as const;
    const allowance = { now: this.clock.now().toISOString(), quota: 1_000 };
    await this.execute(conversations, startConversation(written, allowance));
    return { businessId, messageId };
  }
  happens(decide: ConversationDecision): Promise<void> {
    return this.execute(conversations, decide);
  }
  async deleteBusiness(): Promise<void> {
    await this.execute(businesses, requestDeletion(this.clock.now().toISOString()));
  }
  async eraseConversations(): Promise<void> {
    const stream = streamName(conversations.category, businessId);
    await this.kernel.log.erase([stream]);
  }

  /** Performs one effect as the engine would, so long after the first attempt. */
  async perform(
    effect: "send_sms" | "fail_sms",
    intent: SendIntent,
    {
      triedMs,
      provider = this.carrier,
      mine = true,
    }: { triedMs?: number; provider?: SendingParts["provider"]; mine?: boolean } = {},
  ): Promise<void> {
    const now = this.clock.now();
    const firstTriedAt = triedMs === undefined ? null : new Date(now.getTime() - triedMs);
    const id = this.kernel.ids.next();
    const cause = { intentId: id, causationId: id, correlationId: id, instance: "c1", position: 0, attempt: 1 };
    const context = { ...cause, firstTriedAt, now, stillMine: () => Promise.resolve(mine) };
    await smsEffects({ runner: this.kernel.runner, provider, callbacks })[effect]?.({ ...intent }, context);
  }

  /** One process of the service, with connections of its own. */
  async process(): Promise<ProcessRunner> {
    const pool = createPool({ url: this.database.url }, { connectionsMax: 6 });
    const { clock } = this;
    const { ids, log, runner } = createFoldKernel({ ...this.database, pool }, { aggregates, clock });
    const effects = smsEffects({ runner, provider: this.carrier, callbacks });
    const processes = [{ manager: smsMessages, effects }];
    const name = ids.next();
    const engine = { pool, log, clock, ids, logger: silentLogger, runner: name };
    const process = await onDuty(createProcessRunner({ ...engine, processes }), pool, name);
    let stopped: Promise<void> | undefined;
    const stop = () =>
      (stopped ??= process.stop().then(async () => {
        await log.close();
        await pool.end();
      }));
    this.#stops.push(stop);
    return { ...process, stop };
  }

  /** What was recorded of conversations, in order, in words: the event, the message and, where it failed, why. */
  async recorded(): Promise<readonly string[]> {
    const events = await this.kernel.log.readStream(streamName(conversations.category, businessId));
    return events.map(({ type, data }) => {
      const { messageId = "", reason = "", code = null } = data as Readonly<Record<string, string | null>>;
      return [type, messageId, reason, code].filter((word) => word !== "" && word !== null).join(" ");
    });
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    await this.kernel.log.close();
    await this.database.drop();
  }

  private async execute<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    decide: Decision<State, Event>,
  ): Promise<void> {
    const context = { ...contextOf(`stage-${(this.#commands += 1)}`), businessId };
    const executed = await this.kernel.runner.execute(aggregate, businessId, decide, context);
    if (isRefusal(executed)) throw new Error(executed.message);
  }
}

/** Of a customer's name: nobody's number. */
export const phoneOf = (customer: string): string => `+1202555${String(1_000 + Number(customer.slice(1)))}`;
