/** The lines of a file as bytes come, each with the digest of every byte before it; an endless line ends the reading. */
import { RunningDigest } from "./exported-history";

/** `before` is the SHA-256, in hex, over all bytes before the line. Only the last line of a file may not have `ended`. */
export interface BoundLine {
  readonly text: string;
  readonly before: string;
  readonly ended: boolean;
}

/** An event holds at most an observation of 4 MiB, twice: open, and as it is stored. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

export async function* boundLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BoundLine> {
  const digest = new RunningDigest();
  const boundLine = (bytes: Uint8Array, ended: boolean): BoundLine => {
    const before = digest.hex;
    digest.add(bytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length - (ended ? 1 : 0)).toString("utf8");
    return { text, before, ended };
  };
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      yield boundLine(Buffer.concat([...parts, rest.subarray(0, end + 1)]), true);
      [parts, held, rest] = [[], 0, rest.subarray(end + 1)];
    }
    parts.push(rest);
    held += rest.length;
    if (held > LINE_BYTES_MAX) throw new Error("A line of the file is longer than 32 MiB: it is no exported history.");
  }
  if (held > 0) yield boundLine(Buffer.concat(parts), false);
}
