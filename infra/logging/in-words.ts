/** What an error says, without what it quotes: anyone may ask how the service is, and what it holds stays in its log. */
import { isNativeError } from "node:util/types";

const CHARACTERS_MAX = 200;
const CONNECTION = /Connection|Socket|Timeout|BrokerNotFound|NoBrokerAvailable/;

export const withoutValues = (error: string): string => error.replace(/"[^"]*"|'[^']*'/g, "…").slice(0, CHARACTERS_MAX);

/** A sentence. `unanswered` is what is said of connections, whose errors name addresses. */
export function inWords(error: unknown, unanswered: string): string {
  if (!isNativeError(error)) return "Something fails.";
  // What was tried several times is told by the last attempt.
  if (isNativeError(error.cause)) return inWords(error.cause, unanswered);
  return CONNECTION.test(error.name) || "syscall" in error ? unanswered : withoutValues(error.message);
}
