/** Whatever comes in whatever order: verdicts, callbacks, timers, resubmissions, looks in vain, and mails that wait for long. */
import fc from "fast-check";
import { compliance, type ComplianceEvent, type Registrations } from "../../domain/compliance";
import { judge, noteCallback, noteNotice, submit, type ComplianceDecision } from "../../domain/compliance-decisions";
import { isRefusal } from "../../domain/fold/refusal";
import type { Intent } from "../../infra/process-manager/process-manager";
import { smsCompliance, type AdvanceIntent, type NoticeIntent } from "../../processors/sms-compliance";
import { drafted } from "../domain/registering";
import { givenProcess } from "../support/given-process";

const HOUR_MS = 3_600_000;
const verdicts = ["pending_review", "approved", "rejected", "action_required", "expired"] as const;
type Perform = Extract<Intent, { kind: "perform" }>;

/** The registration and who follows it, as their folds have it; intents are answered in any order, as a test says. */
class Course {
  now = Date.parse("2026-02-01T00:00:00.000Z");
  says: (typeof verdicts)[number] = "pending_review";
  asked = 0;
  readonly handedIn: number[] = [];
  readonly events: ComplianceEvent[] = [];
  readonly timers = new Map<string, Extract<Intent, { kind: "remind" }>>();
  readonly intents: Perform[] = [];
  #known: Registrations = compliance.evolve(compliance.initial, drafted);
  #process = givenProcess<ComplianceEvent>(smsCompliance);

  get registration() {
    return this.#known.get("r1");
  }
  submit = () => this.#decide(submit("r1", this.#instant()));
  callBack = () => this.#decide(noteCallback("r1"));
  looking = () => this.intents.filter(({ effect }) => effect === "advance_registration").length;

  /** One of the intents ends: as it should, in vain, or given up. */
  end([which, how]: readonly [number, "done" | "in vain" | "given up"]): void {
    const [intent] = this.intents.splice(which % Math.max(1, this.intents.length), 1);
    if (intent === undefined) return;
    const { effect, payload } = intent;
    const isLook = effect === "advance_registration";
    const done = isLook ? this.#look(payload as unknown as AdvanceIntent, how) : this.#mail(intent, how);
    const isLost = how === "given up" && isLook;
    this.#follow(this.#process.whenEnded("r1", { effect, payload, result: isLost ? { gaveUp: "Why" } : { done } }));
  }

  pass(hours: number): void {
    this.now += hours * HOUR_MS;
    const due = [...this.timers.values()].filter(({ at }) => Date.parse(at) <= this.now);
    for (const { name, data } of due.sort((one, other) => one.at.localeCompare(other.at))) {
      this.timers.delete(name);
      this.#follow(this.#process.whenDue("r1", name, this.#instant(), data));
    }
  }

  /** Everything works, until nothing is left to do and time alone would bring more. */
  settle(): void {
    while (this.intents.length > 0) this.end([0, "done"]);
  }

  #look({ episode, isNew }: AdvanceIntent, how: string) {
    this.asked += 1;
    const at = this.#instant();
    if (how !== "done") return { reached: false, outcome: "unavailable", at };
    if (isNew && episode === this.registration?.episode) this.handedIn.push(episode);
    this.#decide(judge("r1", episode, { status: this.says, reasons: [], reviewedAt: at }));
    return { reached: true, outcome: this.says, at };
  }
  #mail({ effect, payload }: Perform, how: string) {
    if (effect === "raise_alert") return null;
    if (how !== "done") return { outcome: "failed", again: new Date(this.now + HOUR_MS).toISOString() };
    const { episode, notice } = payload as unknown as NoticeIntent;
    this.#decide(noteNotice("r1", episode, notice));
    return { outcome: "sent", again: null };
  }
  #decide(decide: ComplianceDecision): void {
    const events = decide(this.#known);
    if (isRefusal(events)) return;
    for (const event of events) {
      this.#known = compliance.evolve(this.#known, event);
      this.events.push(event);
      const recorded = { ...event, metadata: { occurredAt: this.#instant() } };
      this.#follow(this.#process.when(recorded));
    }
  }
  #follow(next: ReturnType<typeof givenProcess<ComplianceEvent>>): void {
    this.#process = next;
    for (const intent of next.intents)
      if (intent.kind === "perform") this.intents.push(intent);
      else if (intent.kind === "forget") this.timers.delete(intent.name);
      else this.timers.set(intent.name, intent);
  }
  #instant(): string {
    return new Date(this.now).toISOString();
  }
}

/** Each with what it does, and how often it comes compared with the others. */
const moves = [
  [3, fc.constantFrom(...verdicts), (course: Course, says) => void (course.says = says)],
  [3, fc.constant(null), (course: Course) => course.callBack()],
  [2, fc.constant(null), (course: Course) => course.submit()],
  [
    6,
    fc.tuple(fc.nat({ max: 5 }), fc.constantFrom("done", "done", "in vain", "given up")),
    (course: Course, ending) => course.end(ending),
  ],
  [4, fc.constantFrom(0.02, 1, 12, 80, 200), (course: Course, hours) => course.pass(hours)],
] as const satisfies readonly (readonly [number, fc.Arbitrary<unknown>, (course: Course, value: never) => void])[];
type Play = (course: Course) => void;
const play = fc.oneof(
  ...moves.map(([weight, values, move]) => ({
    weight,
    arbitrary: (values as fc.Arbitrary<never>).map(
      (value): Play =>
        (course) =>
          move(course, value),
    ),
  })),
);

/** After whatever happened, with what must hold at each step. */
function played(plays: readonly Play[]): Course {
  const course = new Course();
  course.submit();
  for (const each of plays) {
    each(course);
    expect(course.looking()).toBeLessThanOrEqual(1);
  }
  return course;
}
const anyCourse = fc.array(play, { maxLength: 60 });
const repeated = (values: readonly unknown[]) => values.filter((value, index) => values.indexOf(value) !== index);

test("every verdict of every submission is told of once, whatever followed, and every form is handed in once", () => {
  const told = {
    ComplianceApproved: "approved",
    ComplianceRejected: "rejected",
    ComplianceActionRequired: "action_required",
    ComplianceExpired: "expired",
  } as const;
  fc.assert(
    fc.property(anyCourse, (plays) => {
      const course = played(plays);
      for (let hours = 0; hours < 50; hours += 25) {
        course.settle();
        course.pass(25);
      }
      course.settle();
      const cameToBe = course.events.flatMap(({ type, data }) =>
        type in told && "episode" in data ? [`${data.episode} ${told[type as keyof typeof told]}`] : [],
      );
      const noted = course.events.flatMap(({ type, data }) =>
        type === "ComplianceNoticeSent" ? [`${data.episode} ${data.notice}`] : [],
      );
      expect(repeated(noted)).toEqual([]);
      expect(noted.filter((one) => !one.includes("pending")).sort()).toEqual([...new Set(cameToBe)].sort());
      expect(repeated(course.handedIn)).toEqual([]);
      expect(course.handedIn).toContain(course.registration?.episode);
    }),
    { numRuns: 100 },
  );
});

test("in the end every registration stands where its reviewers say, with or without a callback within the month", () => {
  fc.assert(
    fc.property(anyCourse, fc.constantFrom(...verdicts), fc.boolean(), (plays, says, isTold) => {
      const course = played(plays);
      if (!isTold) course.submit();
      course.settle();
      const isWithin = course.timers.has("check");
      course.pass(0.1);
      course.settle();
      course.says = says;
      if (isTold) course.callBack();
      else course.pass(12);
      course.settle();
      if (isTold || isWithin) expect(course.registration?.status).toBe(says);
    }),
    { numRuns: 100 },
  );
});

test("nobody is asked for ever: where nothing is heard any more, a month after the last word no timer is left", () => {
  fc.assert(
    fc.property(anyCourse, (plays) => {
      const course = played(plays);
      const before = course.asked;
      for (let days = 0; days < 75; days += 1) {
        course.pass(24);
        for (let which = course.intents.length; which > 0; which -= 1) course.end([0, "in vain"]);
      }
      expect([...course.timers.keys()].filter((name) => !name.startsWith("send_again"))).toEqual([]);
      expect(course.asked - before).toBeLessThan(120);
    }),
    { numRuns: 20 },
  );
});
