/** What Node's reader of command lines found wrong, in one sentence. */
import { isNativeError } from "node:util/types";

/** Without its advice about positional arguments, of which most programs here have none. */
export const parseFault = (error: unknown): string => {
  const [sentence = ""] = (isNativeError(error) ? error.message : String(error)).split(/\.(?:\s|$)|\n/);
  return `${sentence}.`;
};
