/** Registrations in review without a database: the domain, the manager and its effects as they are, in an order that a test decides. */
import { accounts, register } from "../../domain/accounts";
import { businesses, create, requestDeletion, restore } from "../../domain/businesses";
import { compliance, type ComplianceEvent, type Registration } from "../../domain/compliance";
import { draft, noteCallback, submit } from "../../domain/compliance-decisions";
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import { isRefusal } from "../../domain/fold/refusal";
import { phoneNumbers, requestNumber, settleNumber } from "../../domain/phone-numbers";
import type { CommandContext, CommandRunner } from "../../infra/command-runner/command-runner";
import { silentLogger } from "../../infra/logging/logger";
import type { Mail } from "../../infra/mail/mailer";
import type { Intent, Reaction } from "../../infra/process-manager/process-manager";
import { complianceEffects } from "../../processors/compliance-effects";
import { smsCompliance, type Following } from "../../processors/sms-compliance";
import { completeForm } from "./compliance-form";
import { contextOf } from "./fold-kernel";
import { profileOf } from "./profile";
import { Reviewers } from "./reviewers";

const [businessId, accountId, registrationId, phoneNumberId] = ["b1", "a1", "r1", "n1"];
const ids = { businessId, accountId };

interface Stream {
  readonly state: unknown;
  readonly events: readonly AnyEvent[];
  readonly commands: ReadonlySet<string>;
}
type Performed = Extract<Intent, { kind: "perform" }> & { readonly id: string };

export class ComplianceWorld {
  #now = Date.parse("2026-02-01T00:00:00.000Z");
  readonly #streams = new Map<string, Stream>();
  readonly #unheard: Recorded<ComplianceEvent>[] = [];
  readonly #timers = new Map<string, Extract<Intent, { kind: "remind" }>>();
  readonly #intents: Performed[] = [];
  #following: Following | null = null;
  #commands = 0;
  readonly #effects;
  readonly reviewers = new Reviewers({ now: () => new Date(this.#now), after: () => () => undefined });
  readonly mails: Mail[] = [];
  mail: "sent" | "refused" | "fails" = "sent";
  /** Mails that said what was not so when they were sent. */
  readonly untrue: Mail[] = [];

  private constructor() {
    const mailer = { send: (mail: Mail) => this.#take(mail) };
    const parts = { runner: this.#runner(), sms: this.reviewers, mailer, logger: silentLogger };
    this.#effects = complianceEffects({ ...parts, publicUrl: "https://service.example" });
  }

  static open(): ComplianceWorld {
    const world = new ComplianceWorld();
    world.#decide(accounts, accountId, register({ accountId, email: "ada@example.com", name: "Ada" }));
    world.#decide(businesses, businessId, create({ ...ids, profile: profileOf(), placeId: null }));
    const number = { ...ids, phoneNumberId, kind: "toll_free", country: "US", areaCode: null } as const;
    world.#decide(phoneNumbers, businessId, requestNumber(number, { quota: 1 }));
    const had = { phoneNumber: "+18005550123", provider: "sandbox", providerNumberId: "PN1" } as const;
    const data = { ...ids, phoneNumberId, ...had };
    world.#decide(phoneNumbers, businessId, settleNumber({ type: "PhoneNumberProvisioned", data }));
    const drafted = { ...ids, registrationId, phoneNumberId, kind: "toll_free_verification" } as const;
    world.#decide(compliance, businessId, draft({ ...drafted, form: completeForm }));
    return world;
  }

  get registration(): Registration {
    const known = this.#stream(compliance, businessId).state as ReadonlyMap<string, Registration>;
    return known.get(registrationId) as Registration;
  }
  recorded(category: string): readonly AnyEvent[] {
    return this.#streams.get(`${category}-${businessId}`)?.events ?? [];
  }
  submit = () => this.#decide(compliance, businessId, submit(registrationId, this.#instant()));
  callBack = () => this.#decide(compliance, businessId, noteCallback(registrationId));
  deleteBusiness = () => this.#decide(businesses, businessId, requestDeletion("2027-01-01T00:00:00.000Z"));
  restoreBusiness = () => this.#decide(businesses, businessId, restore(this.#instant()));

  /** The manager hears of the next event that it has not heard of. */
  hear(): void {
    const event = this.#unheard.shift();
    const subscription = event && smsCompliance.on[event.type];
    if (event === undefined || subscription === undefined) return;
    this.#follow(subscription.react(this.#following, event, registrationId));
  }

  /** The oldest intent is performed, as often as told: another process may have begun it before. */
  async perform(times: number): Promise<void> {
    const intent = this.#intents.shift();
    if (intent === undefined) return;
    const { effect, payload, id } = intent;
    const cause = { intentId: id, instance: registrationId, causationId: id, correlationId: id, position: 0 };
    let done: unknown;
    for (let attempt = 1; attempt <= times; attempt += 1) {
      const now = new Date(this.#now);
      const context = {
        ...cause,
        attempt,
        now,
        firstTriedAt: attempt === 1 ? null : now,
        stillMine: () => Promise.resolve(true),
      };
      done = await this.#effects[effect]?.(payload, context);
    }
    const outcome = { effect, payload, result: { done } };
    if (this.#following !== null)
      this.#follow(smsCompliance.onOutcome?.(this.#following, outcome, registrationId) ?? { state: this.#following });
  }

  /** Timers fall due late, in their order, and after whatever had happened before. */
  pass(hours: number): void {
    while (this.#unheard.length > 0) this.hear();
    this.#now += hours * 3_600_000;
    const due = [...this.#timers.values()].filter(({ at }) => at <= this.#instant());
    due.sort((one, other) => (one.at + one.name < other.at + other.name ? -1 : 1));
    for (const { name, at, data = {} } of due) {
      if (this.#timers.get(name)?.at !== at || this.#following === null) continue;
      this.#timers.delete(name);
      const timer = { name, at, now: this.#instant(), data };
      this.#follow(smsCompliance.onTimer?.(this.#following, timer, registrationId) ?? { state: this.#following });
    }
  }

  /** Until there is nothing to hear and nothing to perform. */
  async settle(): Promise<void> {
    while (this.#unheard.length + this.#intents.length > 0) {
      while (this.#unheard.length > 0) this.hear();
      await this.perform(1);
    }
  }

  #instant(): string {
    return new Date(this.#now).toISOString();
  }
  #take(mail: Mail): Promise<"sent" | "refused"> {
    if (this.mail === "fails") return Promise.reject(new Error("Not now."));
    const { status, episode } = this.registration;
    const says = mail.id.replace(`compliance-${registrationId}-${episode}-`, "");
    if (says !== status && !(says.startsWith("pending_") && status === "pending_review")) this.untrue.push(mail);
    this.mails.push(mail);
    return Promise.resolve(this.mail);
  }
  #follow({ state, intents = [] }: Reaction<unknown>): void {
    this.#following = state as Following | null;
    for (const intent of intents)
      if (intent.kind === "remind") this.#timers.set(intent.name, intent);
      else if (intent.kind === "forget") this.#timers.delete(intent.name);
      else this.#intents.push({ ...intent, id: `intent-${(this.#commands += 1)}` });
  }

  #decide<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: string,
    decide: Decision<State, Event>,
    { commandId }: Pick<CommandContext, "commandId"> = contextOf(`test-${(this.#commands += 1)}`),
  ): void {
    const known = this.#stream(aggregate, owner);
    const events = known.commands.has(commandId) ? [] : decide(known.state as State);
    if (isRefusal(events)) return;
    this.#streams.set(`${aggregate.category}-${owner}`, {
      state: events.reduce(aggregate.evolve, known.state as State),
      events: [...known.events, ...events],
      commands: events.length === 0 ? known.commands : new Set([...known.commands, commandId]),
    });
    const metadata = { occurredAt: this.#instant() };
    for (const event of events) this.#unheard.push({ ...event, metadata } as unknown as Recorded<ComplianceEvent>);
  }
  #stream<State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, owner: string): Stream {
    const known = this.#streams.get(`${aggregate.category}-${owner}`);
    return known ?? { state: aggregate.initial, events: [], commands: new Set() };
  }
  #runner(): CommandRunner {
    const seen = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, owner: string) => {
      const { state, events } = this.#stream(aggregate, owner);
      return { state: state as State, revision: events.length - 1, position: 0 };
    };
    return {
      load: (aggregate, owner) => Promise.resolve(seen(aggregate, owner)),
      execute: (aggregate, owner, decide, context) => {
        this.#decide(aggregate, owner, decide, context);
        return Promise.resolve({ ...seen(aggregate, owner), events: [], repeated: false });
      },
    };
  }
}
