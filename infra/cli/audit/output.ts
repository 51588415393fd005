/** Where the command line for auditors writes: text for people, JSON for programs, never faster than it is read. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { printable, printableLines } from "./layout";

export interface Output {
  /** For people; JSON otherwise. */
  readonly text: boolean;
  /** How many characters a line of text may have. */
  readonly width: number;
  /** Whatever it holds, a terminal obeys nothing of it. */
  line(text: string): Promise<void>;
  /** A sentence beside the answer, in whichever form that is. */
  note(sentence: string): void;
}

const WIDTH = 120;

export function createOutput(
  stream: Writable & { isTTY?: boolean; columns?: number },
  notes: Writable,
  form: "json" | "text" | null,
): Output {
  const text = form === null ? stream.isTTY === true : form === "text";
  return {
    text,
    width: Math.max(60, stream.columns ?? WIDTH),
    line: (line) => write(stream, `${text ? printable(line) : printableLines(line)}\n`),
    note: (sentence) => void notes.write(`${printable(sentence)}\n`),
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
