/** The lines of a text, however they end, of which no more are gone over than are taken. */

/** More are not taken at once: some for each row, because fields may have several and some are blank. */
export const LINES_MAX = 20_000;

/** Undefined where there are more than {@link LINES_MAX}. The end of the last line begins none. */
export function linesOf(text: string): readonly string[] | undefined {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, LINES_MAX + 2);
  const [last] = lines.slice(LINES_MAX);
  return lines.length > LINES_MAX + 1 || (last ?? "") !== "" ? undefined : lines;
}
