/** What was last learnt about whether Kafka answers; a change is logged, once. */
import type { Logger } from "../logging/logger";

/** How long an answer counts, in milliseconds: health is asked for often, and each question costs a connection. */
const FRESH_MS = 5_000;

export interface Contact {
  /** Whether Kafka answered, as of a moment ago; undefined where that is not known. */
  recent(): boolean | undefined;
  succeeded(): void;
  failed(err: unknown): void;
}

/** `meanwhile`: what follows while Kafka does not answer, half a sentence for the log. */
export function createContact(logger: Logger, meanwhile: string): Contact {
  let answers: boolean | undefined;
  let learntAt = -Infinity;
  const learn = (now: boolean, say: () => void): void => {
    learntAt = performance.now();
    if (answers === now) return;
    answers = now;
    say();
  };
  return {
    recent: () => (performance.now() - learntAt < FRESH_MS ? answers : undefined),
    succeeded: () => learn(true, () => logger.info("Kafka answers.")),
    failed: (err) => learn(false, () => logger.warn({ err }, `Kafka does not answer; ${meanwhile}.`)),
  };
}
