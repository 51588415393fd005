/** Reviewers at the far side of the messaging port: they say what a test wants, may be out of reach, and remember who asked. */
import {
  SmsProviderError,
  type ReviewVerdict,
  type SmsFault,
  type SmsProvider,
  type SubmittedRegistration,
} from "../../infra/sms-provider/sms-provider";
import type { Clock } from "../../infra/time/clock";

interface Question {
  readonly at: number;
  readonly episode: number;
  readonly isNew: boolean;
  readonly references: Readonly<Record<string, string>>;
  /** What was wrong with them then. */
  readonly fault: SmsFault | null;
}

export class Reviewers implements SmsProvider {
  readonly answersKeywords = false;
  readonly questions: Question[] = [];
  /** The forms that they have, the newest last. */
  readonly handedIn: SubmittedRegistration[] = [];
  /** What is wrong with them; null where they answer. */
  fault: SmsFault | null = null;
  /** What they call the parts that they make of a form, in this order. */
  parts: readonly string[] = ["verification"];
  #says: ReviewVerdict = { status: "pending_review", reasons: [], reviewedAt: null };

  constructor(
    private readonly clock: Clock,
    readonly name: SmsProvider["name"] = "sandbox",
  ) {}

  say(status: ReviewVerdict["status"], reasons: ReviewVerdict["reasons"] = []): void {
    this.#says = { status, reasons, reviewedAt: this.clock.now().toISOString() };
  }

  /** A new form begins a review of its own. */
  async advanceRegistration(
    registration: SubmittedRegistration,
    keep: (references: Readonly<Record<string, string>>) => Promise<void>,
  ): Promise<ReviewVerdict> {
    const { episode, isNew, references, registrationId } = registration;
    const { fault } = this;
    this.questions.push({ at: this.clock.now().getTime(), episode, isNew, references, fault });
    if (fault !== null) throw new SmsProviderError(fault, "They are out of reach.", "E1");
    if (isNew) {
      for (const part of this.parts)
        if (references[part] === undefined) await keep({ [part]: `${part} of ${registrationId}` });
      this.handedIn.push(registration);
      this.#says = { status: "pending_review", reasons: [], reviewedAt: null };
    }
    return this.#says;
  }

  provisionNumber = () => this.#unasked();
  findNumber = () => this.#unasked();
  findSent = () => this.#unasked();
  releaseNumber = () => this.#unasked();
  send = () => this.#unasked();
  get callbacks(): SmsProvider["callbacks"] {
    throw new Error("Reviewers tell nothing of their own accord here.");
  }

  #unasked(): Promise<never> {
    return Promise.reject(new Error("Reviewers are asked for nothing but reviews here."));
  }
}
