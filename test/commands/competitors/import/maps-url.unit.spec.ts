/** Maps URLs say which place they mean in every usual spelling, and what names no place is told so. */
import fc from "fast-check";
import { isFollowable, mapsUrl, readMapsUrl } from "../../../../commands/competitors/import/maps-url";

const SYDNEY = "ChIJN1t_tDeuEmsRUsoyG83frY4";
const CAFE = "ChIJlZ1jG6NZwokRQIXt47NzppA";
const FEATURE = "0x89c259a31b639d95:0x90a673b3e3ed8540";
const oslo = { latitude: 59.9, longitude: 10.7 };
const place = (placeId: string, name: string | null = null) => ({ kind: "place", placeId, name });
const cid = (number: bigint, name: string | null = null) => ({ kind: "cid", cid: number, name });
const point = (name: string | null = null, at = oslo) => ({ kind: "point", point: at, name });
const words = (text: string, around: object | null = null) => ({ kind: "words", words: text, name: null, around });

const spellings: readonly (readonly [string, object])[] = [
  [`https://www.google.com/maps/place/?q=place_id:${SYDNEY}`, place(SYDNEY)],
  [`https://maps.google.com/?q=place_id%3A${SYDNEY}`, place(SYDNEY)],
  ["https://www.google.com/maps/place/?q=place_id:place-4711", place("place-4711")],
  [`https://www.google.com/maps/search/?api=1&query=Google&query_place_id=${SYDNEY}`, place(SYDNEY, "Google")],
  [`https://www.google.com/maps/search/?api=1&query=59.9%2C10.7&query_place_id=${SYDNEY}`, place(SYDNEY)],
  [`https://search.google.com/local/writereview?placeid=${SYDNEY}`, place(SYDNEY)],
  [
    `https://www.google.com/maps/place/Good+Thanks+Cafe/@40.7197,-73.9895,17z/data=!4m7!3m6!1s${FEATURE}!8m2!3d40.7197434!4d-73.9895105`,
    place(CAFE, "Good Thanks Cafe"),
  ],
  [`https://www.google.com/maps/place/A%2FB+Caf%C3%A9/data=!3m1!4b1!4m6!3m5!1s${FEATURE}!8m2`, place(CAFE, "A/B Café")],
  [`https://www.google.com/maps/place//data=!3m1!1s${FEATURE.replace(":", "%3A")}`, place(CAFE)],
  [
    `https://www.google.com/maps/place/X/data=!4m7!3m6!1s0x1:0x2!8m2!3d1!4d2!16s%2Fg%2F11!19s${CAFE}?hl=en`,
    place(CAFE, "X"),
  ],
  [`https://www.google.com/maps/place/X/data=!4m2!3m1!1s${CAFE}`, place(CAFE, "X")],
  [
    `https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d1!2d10.7!3d59.9!3m3!1m2!1s${FEATURE}!2sGood%20Cafe!5e0`,
    place(CAFE, "Good Cafe"),
  ],
  [`https://maps.google.com/?q=Good+Cafe,+Oslo&ftid=${FEATURE}&entry=gps`, place(CAFE, "Good Cafe, Oslo")],
  ["https://maps.google.com/maps?ftid=0x0:0x8eaddfcd1b32ca52", cid(10281119596374313554n)],
  ["https://maps.google.com/?cid=10281119596374313554", cid(10281119596374313554n)],
  ["https://www.google.co.uk/maps?cid=42&q=Fjord", cid(42n, "Fjord")],
  ["https://maps.google.de/maps?q=59.9,10.7", point()],
  ["https://www.google.com/maps?q=loc:59.9,10.7(Fjord)", point("Fjord")],
  ["https://www.google.com/maps/search/?api=1&query=59.9%2C10.7", point()],
  ["https://www.google.com/maps/search/59.9,+10.7?entry=tts", point()],
  ["https://maps.google.com/maps?q=Fjord+Coffee&ll=59.9,10.7", words("Fjord Coffee", oslo)],
  ["https://www.google.com/maps/place/Fjord+Coffee/@59.9,10.7,17z", point("Fjord Coffee")],
  ["https://www.google.com/maps/place/Fjord/@1,2,17z/data=!4m2!3m1!8m2!3d59.9!4d10.7", point("Fjord")],
  ["https://www.google.com/maps/place/59%C2%B054'00.0%22N+10%C2%B042'00.0%22E/@59.9,10.7,17z", point()],
  ["https://google.no/maps/place/S/@-59.9,-10.7,17z", point("S", { latitude: -59.9, longitude: -10.7 })],
  ["https://www.google.com/maps/search/Fjord+Coffee+Oslo", words("Fjord Coffee Oslo")],
  ["https://www.google.com/maps/search/Fjord+Coffee/@59.9,10.7,15z/data=!3m1!4b1", words("Fjord Coffee", oslo)],
  ["https://www.google.com/maps/search/?api=1&query=Fjord%20Coffee", words("Fjord Coffee")],
  ["https://maps.google.com/?q=Fjord+Coffee", words("Fjord Coffee")],
  ["https://www.google.com/maps/place/Fjord+Coffee/", words("Fjord Coffee")],
  ["https://www.google.com/maps?q=95.0,10.7", words("95.0,10.7")],
  ["http://maps.google.com/?q=Fjord", words("Fjord")],
  ["  www.google.com/maps?q=Fjord ", words("Fjord")],
  ["https://www.google.com/maps?q=Fj%00ord%ff%0a", words("Fj ord\ufffd")],
  ["https://www.google.com/maps/place/100%+Coffee/", words("100% Coffee")],
  ["https://maps.app.goo.gl/AbCd?g_st=ic", { kind: "link" }],
  ["maps.app.goo.gl/AbCd", { kind: "link" }],
  ["https://goo.gl/maps/AbCd", { kind: "link" }],
  ["https://g.page/fjord-coffee", { kind: "link" }],
  ["https://g.co/kgs/AbCd", { kind: "link" }],
  ["https://share.google/AbCd", { kind: "link" }],
  ["https://www.google.com/share.google?q=AbCd", { kind: "link" }],
  ["https://www.google.com/search?kgmid=/g/11kk6z4y8c&q=Fjord+Coffee&source=sh/x/loc", words("Fjord Coffee")],
  ["https://www.google.com/maps/search/?api=1&query=Fjord&query_place_id=Kirkegata%201", words("Fjord")],
  ["https://maps.app.goo.gl/?link=https%3A%2F%2Fwww.google.com%2Fmaps%3Fq%3D59.9%2C10.7&apn=x", point()],
  [`https://consent.google.de/m?continue=https://maps.google.de/%3Fq%3Dplace_id:${SYDNEY}&gl=DE`, place(SYDNEY)],
  [`https://www.google.com/url?q=https://maps.google.com/?q%3Dplace_id:${SYDNEY}&sa=D`, place(SYDNEY)],
];

const strangers = [
  "",
  "Fjord Coffee",
  "ChIJN1t_tDeuEmsRUsoyG83frY4",
  "https://maps.example.com/maps/place/Fjord",
  "https://www.google.com.evil.example/maps/place/Fjord",
  "https://evilgoogle.com/maps/place/Fjord",
  "https://www.google.com/search?q=Fjord",
  "https://www.google.com/mapsevil/place/Fjord",
  "https://www.google.com:8443/maps/place/Fjord",
  "https://me:secret@www.google.com/maps/place/Fjord",
  "ftp://maps.google.com/?q=Fjord",
  "javascript:alert(1)",
  "https://maps.app.goo.gl/",
  "https://goo.gl/AbCd",
  "https://share.google/",
  "https://maps.google.com/?q=place_id:Kirkegata+1",
  "https://www.google.com/maps",
  "https://www.google.com/maps/place//",
  "https://www.google.com/maps?cid=0",
  "https://www.google.com/maps?cid=18446744073709551616",
  "https://www.google.com/maps?ftid=0x1:0x0",
  "https://www.google.com/maps/dir/Oslo/Bergen/@59.9,10.7,17z",
  `https://www.google.com/maps?q=${"a".repeat(4_000)}`,
];

describe("a maps URL", () => {
  test.each(spellings)("says in %s which place it means", (url, target) => {
    expect(readMapsUrl(url)).toEqual(target);
  });

  test.each(strangers)("is not %j, and that is said in a sentence", (text) => {
    expect(readMapsUrl(text)).toEqual({ kind: "nothing", why: expect.stringMatching(/^[A-Z].*\.$/) as string });
  });

  test.each([
    "https://www.google.com/maps/@59.9,10.7,15z",
    "https://www.google.com/maps/place/@59.9,10.7,15z",
    "https://www.google.com/maps/place//@59.9,10.7,15z",
    "https://maps.google.com/maps?ll=59.9,10.7&z=15",
  ])("names no place where it shows an area alone, as %s does", (url) => {
    expect(readMapsUrl(url)).toEqual({ kind: "nothing", why: "This maps URL shows an area and names no place." });
  });

  it("never makes the reader throw, whatever the text, and only maps and their short links are followed", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "!1s",
        "0x1:0x2",
        "!3d",
        "!4d",
        "@59.9,10.7",
        "%",
        "%zz",
        "\0",
        "data=",
        "/",
        "?q=",
        "&cid=",
        "°",
      ),
    );
    const tail = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    const head = fc.constantFrom(
      "",
      "https://www.google.com/maps/",
      "https://maps.google.com/?",
      "https://www.google.com/maps/place/",
      "https://www.google.com/url?q=",
      "https://maps.app.goo.gl/",
      "https://consent.google.com/m?continue=",
    );
    fc.assert(
      fc.property(head, tail, (start, rest) => {
        const target = readMapsUrl(start + rest);
        if ("name" in target && target.name !== null) {
          expect(target.name).toBe(target.name.trim());
          expect(target.name).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
        }
        const url = mapsUrl(start + rest);
        if (url !== undefined && isFollowable(url))
          expect(url.origin).toMatch(/^https:\/\/([\w.]+\.)?(google(\.\w+){1,2}|goo\.gl|g\.page|g\.co|share\.google)$/);
      }),
      { numRuns: 500 },
    );
  });
});
