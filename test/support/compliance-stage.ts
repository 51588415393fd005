/** Registrations under review: a database, a clock that leaps, reviewers and a mail server, and as many processes as a test starts. */
import { accounts, register } from "../../domain/accounts";
import { alerts } from "../../domain/alerts";
import { businesses, create, requestDeletion, restore } from "../../domain/businesses";
import { compliance, type Registration } from "../../domain/compliance";
import { draft, editForm, noteCallback, submit, type FormChanges } from "../../domain/compliance-decisions";
import { streamName, type Aggregate, type Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { chooseNotifications, notifications } from "../../domain/notifications";
import { phoneNumbers, requestNumber, settleNumber } from "../../domain/phone-numbers";
import { aggregates } from "../../infra/composition/catalogue/aggregates";
import type { CommandRunner } from "../../infra/command-runner/command-runner";
import { silentLogger } from "../../infra/logging/logger";
import type { Mailer } from "../../infra/mail/mailer";
import { createSmtp } from "../../infra/mail/smtp";
import { createPool } from "../../infra/postgres/pool";
import { createProcessRunner } from "../../infra/process-manager/runner";
import type { SmsProvider } from "../../infra/sms-provider/sms-provider";
import { complianceEffects } from "../../processors/compliance-effects";
import { smsCompliance } from "../../processors/sms-compliance";
import { completeForm } from "./compliance-form";
import { createTestDatabase, type TestDatabase } from "./database";
import { eventually } from "./eventually";
import { contextOf, createFoldKernel } from "./fold-kernel";
import { startMailbox, type Mailbox } from "./mailbox";
import { onDuty } from "./on-duty";
import { profileOf } from "./profile";
import { Reviewers } from "./reviewers";
import { TravellingClock } from "./travelling-clock";

export interface ProcessOptions {
  /** The stage's reviewers unless told; null where no provider is configured. */
  readonly sms?: SmsProvider | null;
  /** Stands between the effects and the command runner. */
  readonly between?: (runner: CommandRunner) => CommandRunner;
}
interface StagedProcess {
  processed(position: number): Promise<boolean>;
  stop(): Promise<void>;
}

const businessId = "b1";
const accountId = "a1";
const registrationId = "r1";
const phoneNumberId = "n1";
const WAIT_MS = 10_000;

export class ComplianceStage {
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #running = new Set<StagedProcess>();
  #commands = 0;
  /** What its processes warned of. */
  readonly warnings: string[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly clock: TravellingClock,
    readonly reviewers: Reviewers,
    readonly post: Mailbox,
    private readonly kernel: ReturnType<typeof createFoldKernel>,
  ) {}

  /** With one business that has drafted a registration of its number. */
  static async open(): Promise<ComplianceStage> {
    const clock = new TravellingClock();
    const database = await createTestDatabase({ connectionsMax: 4 });
    const kernel = createFoldKernel(database, { aggregates, clock });
    const stage = new ComplianceStage(database, clock, new Reviewers(clock), await startMailbox(), kernel);
    const ids = { businessId, accountId };
    await stage.#execute(accounts, accountId, register({ accountId, email: "ada@example.com", name: "Ada" }));
    await stage.#execute(businesses, businessId, create({ ...ids, profile: profileOf(), placeId: null }));
    const number = { ...ids, phoneNumberId, kind: "toll_free", country: "US", areaCode: null } as const;
    await stage.#execute(phoneNumbers, businessId, requestNumber(number, { quota: 1 }));
    const had = { phoneNumber: "+18005550123", provider: "sandbox", providerNumberId: "PN1" } as const;
    const provisioned = { type: "PhoneNumberProvisioned", data: { ...ids, phoneNumberId, ...had } } as const;
    await stage.#execute(phoneNumbers, businessId, settleNumber(provisioned));
    const drafted = { ...ids, registrationId, phoneNumberId, kind: "toll_free_verification" } as const;
    await stage.#execute(compliance, businessId, draft({ ...drafted, form: completeForm }));
    return stage;
  }

  /** One process of the service, with connections of its own. */
  async process({ sms = this.reviewers, between = (runner) => runner }: ProcessOptions = {}): Promise<StagedProcess> {
    const pool = createPool({ url: this.database.url }, { connectionsMax: 6 });
    const { clock } = this;
    const kernel = createFoldKernel({ ...this.database, pool }, { aggregates, clock });
    const smtp = createSmtp({ url: this.post.url, from: "service@example.com", clock, logger: silentLogger });
    const mailer: Pick<Mailer, "send"> = smtp;
    const warn = (_facts: unknown, said?: string) => void this.warnings.push(said ?? "");
    const logger = { warn, error: () => undefined };
    const parts = { runner: between(kernel.runner), sms, mailer, logger };
    const effects = complianceEffects(parts);
    const processes = [{ manager: smsCompliance, effects }];
    const { ids, log } = kernel;
    const name = ids.next();
    const engine = { pool, log, clock, ids, logger: silentLogger, runner: name };
    const runner = await onDuty(createProcessRunner({ ...engine, processes }), pool, name);
    const staged: StagedProcess = {
      processed: (position) => runner.processed(position, WAIT_MS),
      stop: async () => {
        if (!this.#running.delete(staged)) return;
        await runner.stop();
        await smtp.close();
        await log.close();
        await pool.end();
      },
    };
    this.#running.add(staged);
    this.#stops.push(() => staged.stop());
    return staged;
  }

  /** As of the clock; gives the episode's beginning in milliseconds. */
  async submit(): Promise<number> {
    const at = this.clock.now();
    await this.#execute(compliance, businessId, submit(registrationId, at.toISOString()));
    await this.settled();
    return at.getTime();
  }
  edit(changes: FormChanges): Promise<void> {
    return this.#execute(compliance, businessId, editForm(registrationId, changes));
  }
  async callBack(): Promise<void> {
    await this.#execute(compliance, businessId, noteCallback(registrationId));
    await this.settled();
  }
  async deleteBusiness(): Promise<void> {
    const until = new Date(this.clock.now().getTime() + 30 * 86_400_000).toISOString();
    await this.#execute(businesses, businessId, requestDeletion(until));
  }
  wantNoMails(): Promise<void> {
    const unwanted = chooseNotifications({ businessId, accountId }, { email: { complianceStatus: false } });
    return this.#execute(notifications, businessId, unwanted);
  }
  restoreBusiness(): Promise<void> {
    return this.#execute(businesses, businessId, restore(this.clock.now().toISOString()));
  }

  /** Leaps to this instant, or stays where it has passed, and waits for what follows. */
  async travel(to: number): Promise<void> {
    this.clock.leap(Math.max(0, to - this.clock.now().getTime()));
    await this.settled();
  }

  /** Nothing is due, under way, or waiting for anything but time. */
  async settled(): Promise<void> {
    for (let head = -1; head !== (await this.kernel.log.head());) {
      head = await this.kernel.log.head();
      for (const one of this.#running) expect(await one.processed(head)).toBe(true);
      await eventually(
        async () => {
          const now = this.clock.now();
          const pending = `SELECT effect AS what, last_error FROM operational.process_intents WHERE status = 'pending'
            UNION ALL SELECT name, NULL FROM operational.process_timers WHERE due_at <= $1`;
          expect((await this.database.pool.query(pending, [now])).rows).toEqual([]);
        },
        { timeoutMs: WAIT_MS },
      );
    }
  }

  async registration(): Promise<Registration> {
    const known = (await this.kernel.runner.load(compliance, businessId)).state.get(registrationId);
    if (known === undefined) throw new Error("There is no registration.");
    return known;
  }

  /** What was recorded of it, in order. */
  async recorded(...types: readonly string[]): Promise<readonly AnyEvent[]> {
    const streams = [compliance.category, alerts.category].map((category) => streamName(category, businessId));
    const events = await Promise.all(streams.map((stream) => this.kernel.log.readStream(stream)));
    return events.flat().filter(({ type }) => types.includes(type));
  }
  async notices(): Promise<readonly string[]> {
    const sent = await this.recorded("ComplianceNoticeSent");
    return sent.map(({ data }) => (data as { notice: string }).notice);
  }
  /** The instants of its timers, in milliseconds, by name. */
  async timers(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await this.database.pool.query<{ name: string; due_at: string }>(
      "SELECT name, due_at FROM operational.process_timers",
    );
    return Object.fromEntries(rows.map(({ name, due_at }) => [name, new Date(due_at).getTime()]));
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    await this.kernel.log.close();
    await this.post.close();
    await this.database.drop();
  }

  async #execute<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: string,
    decide: Decision<State, Event>,
  ): Promise<void> {
    this.#commands += 1;
    const executed = await this.kernel.runner.execute(aggregate, owner, decide, {
      ...contextOf(`test-${this.#commands}`),
      businessId,
    });
    if (isRefusal(executed)) throw new Error(executed.message);
  }
}
