/** Why a Java program failed, from what it wrote: the line that says so, without the trace. */

const CHARACTERS_MAX = 500;
const FAULT = /\b(FATAL|ERROR)\b|Exception\b|Error:/;
/** A line of a log begins with its time. */
const TIME = /^\d{4}-\d\d-\d\d [\d:,]+ /;

/** The first line that tells of a fault, and the exception below it; the last line where none does. */
export function causeIn(said: string): string {
  const lines = said
    .trim()
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const at = lines.findIndex((line) => FAULT.test(line));
  if (at === -1) return lines.at(-1)?.slice(0, CHARACTERS_MAX) ?? "it said nothing.";
  const [first = "", next = ""] = lines.slice(at);
  const isException = !TIME.test(next) && !/^\s/.test(next) && FAULT.test(next);
  return [first.replace(TIME, ""), ...(isException ? [next] : [])].join(": ").slice(0, CHARACTERS_MAX);
}
