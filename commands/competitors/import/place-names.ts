/** When two names are written for the same place: case, accents and punctuation aside, one holds the other's words. */

/** Whether they may be names of one place. */
export function isAlike(one: string, other: string): boolean {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  return few.size > 0 && [...few].every((word) => many.has(word));
}

function wordsOf(name: string): ReadonlySet<string> {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""));
}
