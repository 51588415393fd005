/** Whoever is asked, declines and takes it back, by whichever mail and in any order: what the links say and what the business may. */
import * as fc from "fast-check";
import { isRefusal } from "../../domain/fold/refusal";
import {
  hasUnsubscribed,
  noteProgress,
  requestReview,
  resubscribe,
  reviewRequests,
  unsubscribe,
  wantsNothing,
  type AskedBy,
  type ReviewRequests,
} from "../../domain/review-requests";

const MAILS = ["kari@example.com", "ola@example.com"] as const;
const PHONES = ["+12025550143", "+12025550144"];
const DAY_MS = 86_400_000;
const owner = { businessId: "b1", accountId: "a1" };

/** Few of each, so that two people share a number and one person has several mails. `link` counts from the newest mail. */
const step = fc.record({
  does: fc.constantFrom("ask", "ask in vain", "decline", "allow"),
  mail: fc.constantFrom(...MAILS),
  phones: fc.subarray(PHONES),
  link: fc.nat(3),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const idOf = (number: number): string => `r${number}`;

class Life {
  state: ReviewRequests = reviewRequests.initial;
  /** Of every mail that went. */
  readonly links: (AskedBy & { readonly person: readonly string[] })[] = [];
  #asked = 0;

  live(one: Step): void {
    if (one.does === "ask" || one.does === "ask in vain") return this.#ask(one);
    const link = this.links.at(-1 - one.link);
    if (link !== undefined) this.decide((one.does === "decline" ? unsubscribe : resubscribe)(askedBy(link)));
  }

  /** Whether it was decided, and not refused. */
  decide(decision: ReturnType<typeof unsubscribe>): boolean {
    const decided = decision(this.state);
    if (isRefusal(decided)) return false;
    this.state = decided.reduce(reviewRequests.evolve, this.state);
    return true;
  }

  /** What asking this person today is refused as; null where they are asked. */
  refusal(person: readonly string[]): string | null {
    const decided = this.#request(this.#asked + 1, person)(this.state);
    return isRefusal(decided) ? decided.refused : null;
  }

  #ask({ does, mail, phones }: Step): void {
    const number = (this.#asked += 1);
    const requestId = idOf(number);
    const person = [mail, ...phones];
    if (!this.decide(this.#request(number, person))) return;
    const failed = { status: "failed", reason: "not_configured" } as const;
    const progress = does === "ask" ? ({ status: "sent" } as const) : failed;
    this.decide(noteProgress(owner.businessId, requestId, progress));
    if (does === "ask") this.links.push({ ...owner, requestId, recipient: mail, person });
  }

  /** So long after every other that nobody was asked lately. */
  #request(number: number, person: readonly string[]) {
    const now = new Date(Date.UTC(2026, 0, 1) + number * 31 * DAY_MS).toISOString();
    const [recipient = ""] = person;
    const said = { subject: "How was it?", text: "Tell us", phoneNumberId: null, delivery: "queued" } as const;
    const whole = { ...owner, requestId: idOf(number), contactId: null, recipient, person, ...said };
    return requestReview({ ...whole, channel: "email" }, { now, quota: 1 });
  }
}

const askedBy = ({ requestId, recipient }: AskedBy): AskedBy => ({ ...owner, requestId, recipient });

type Link = Life["links"][number];

/** After whatever happened of these steps, and by the link of any mail. `toTheSame`: all mails to its address, the newest last. */
const holds = (steps: fc.Arbitrary<Step>, property: (life: Life, link: Link, toTheSame: readonly Link[]) => void) =>
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 14 }), fc.nat(), (lived, which) => {
      const life = new Life();
      for (const one of lived) life.live(one);
      const link = life.links[which % Math.max(1, life.links.length)];
      if (link === undefined) return;
      const toTheSame = life.links.filter(({ recipient }) => recipient === link.recipient);
      property(life, link, toTheSame);
    }),
    { numRuns: 1_000 },
  );
const oneAddress = step.filter(({ mail }) => mail === MAILS[0]);

describe("the links of all mails to one address, whatever was asked, declined and taken back before", () => {
  test("say the same, and what the business may", () => {
    holds(step, (life, link, toTheSame) => {
      for (const one of toTheSame) expect(wantsNothing(life.state, one)).toBe(wantsNothing(life.state, link));
      const refused = life.refusal(toTheSame.at(-1)?.person ?? []);
      expect(refused).toBe(wantsNothing(life.state, link) ? "recipient_opted_out" : null);
    });
  });

  test("decline for all of them, and by everything by which the link's own mail knew whom it asked", () => {
    holds(step, (life, link, toTheSame) => {
      life.decide(unsubscribe(askedBy(link)));
      for (const one of toTheSame) expect(wantsNothing(life.state, one)).toBe(true);
      for (const one of link.person) expect(life.refusal([one])).toBe("recipient_opted_out");
    });
  });

  test("take back for all of them: whom the link's own mail asked may be asked again, and whom the newest one did", () => {
    holds(step, (life, link, toTheSame) => {
      life.decide(resubscribe(askedBy(link)));
      for (const one of toTheSame) expect(wantsNothing(life.state, one)).toBe(false);
      expect(life.refusal(link.person)).toBeNull();
      expect(life.refusal(toTheSame.at(-1)?.person ?? [])).toBeNull();
    });
  });

  test("take back all that was declined by any of them, where nobody else has the numbers", () => {
    holds(oneAddress, (life, link) => {
      life.decide(resubscribe(askedBy(link)));
      expect(hasUnsubscribed(life.state, [MAILS[0], ...PHONES])).toBe(false);
    });
  });

  test("say nothing for the address of somebody else, with whom they may share a number", () => {
    holds(step, (life, link) => {
      const others = MAILS.filter((one) => one !== link.recipient);
      for (const decide of [unsubscribe, resubscribe]) {
        const before = hasUnsubscribed(life.state, others);
        life.decide(decide(askedBy(link)));
        expect(hasUnsubscribed(life.state, others)).toBe(before);
      }
    });
  });
});
