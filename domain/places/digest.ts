/** A short stand-in for a long text in memory, where it only matters whether the text is still the same. */

/** The largest primes below 2^26, and a base for each: every step stays a whole number that a double holds. */
const LANES = [
  { prime: 67_108_859, base: 31_415_927 },
  { prime: 67_108_837, base: 27_182_819 },
] as const;

/**
 * 52 bits of a text: the polynomial hash of Karp and Rabin over its characters, to two primes. Not cryptographic, and no need
 * for it: a text is compared with its own predecessor alone, and whoever could make the two meet would hide a change of
 * their own review. The length goes first, so that a text of zeros differs from a longer one.
 */
export function digest(text: string): number {
  const [high, low] = LANES.map(({ prime, base }) => {
    let hash = text.length % prime;
    for (let at = 0; at < text.length; at++) hash = (hash * base + text.charCodeAt(at)) % prime;
    return hash;
  });
  return (high ?? 0) * LANES[1].prime + (low ?? 0);
}
