/** Tells what the operating system refused from every other failure. */
import { isNativeError } from "node:util/types";

/** The refusal's code, such as `EACCES`; nothing for an error of another kind, from whichever realm it comes. */
export function systemErrorCode(error: unknown): string | undefined {
  return isNativeError(error) && "syscall" in error && "code" in error ? String(error.code) : undefined;
}
