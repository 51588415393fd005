/** A short stand-in for a long text in memory, where it only matters whether the text is still the same. */

/**
 * 53 bits of a text: cyrb53 (bryc, public domain), two multiply-and-xor lanes over its characters, mixed at the end as in
 * MurmurHash3. Not cryptographic, and no need for it: a text is compared with its own predecessor alone, where two that
 * differ meet by chance once in 9 × 10^15, and whoever could make them meet would hide a change of their own review.
 */
export function digest(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (low & 2_097_151) + (high >>> 0);
}
