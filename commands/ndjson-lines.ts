/** The lines of a stream of bytes, none longer than a bound: an endless line ends the reading instead of the memory. */
import { StringDecoder } from "node:string_decoder";
import { Failure } from "../infra/http/failure";

const LINE_CHARACTERS_MAX = 4 * 1024 * 1024;

/** Throws a 413 Failure where a line is longer than 4 MiB; the lines before it were given out. */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + (typeof chunk === "string" ? chunk : decoder.write(chunk))).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line;
    if (rest.length > LINE_CHARACTERS_MAX) throw new Failure(413, "line_too_long", "A line is longer than 4 MiB.");
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
}
