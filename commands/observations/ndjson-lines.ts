/** The lines of a stream of bytes, none longer than a bound: an endless line ends the reading instead of the memory. */
import { StringDecoder } from "node:string_decoder";
import { Failure } from "../../infra/http/failure";

const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** Throws a 413 Failure where a line is longer than 4 MiB; the lines before it were given out. */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + (typeof chunk === "string" ? chunk : decoder.write(chunk))).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield bounded(line);
    bounded(rest);
  }
  rest += decoder.end();
  if (rest !== "") yield bounded(rest);
}

function bounded(line: string): string {
  // UTF-8 takes at most three bytes for each of a string's units: most lines need no counting.
  if (line.length * 3 > LINE_BYTES_MAX && Buffer.byteLength(line) > LINE_BYTES_MAX)
    throw new Failure(413, "line_too_long", "A line is longer than 4 MiB.");
  return line;
}
