/** Where the command line for auditors writes: text for people, JSON for programs, never faster than it is read. */
import { once } from "node:events";
import type { Writable } from "node:stream";

export interface Output {
  /** For people; JSON otherwise. */
  readonly text: boolean;
  /** How many characters a line of text may have. */
  readonly width: number;
  line(text: string): Promise<void>;
}

const WIDTH = 120;

export function createOutput(
  stream: Writable & { isTTY?: boolean; columns?: number },
  form: "json" | "text" | null,
): Output {
  return {
    text: form === null ? stream.isTTY === true : form === "text",
    width: Math.max(60, stream.columns ?? WIDTH),
    line: (text) => write(stream, `${text}\n`),
  };
}

/** Whoever reads the output has seen enough, as `head` has. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** Waits where the reader is slower. Throws ReaderGone. */
async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.writable) throw new ReaderGone("Nobody reads the output any more.");
  if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
}

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
