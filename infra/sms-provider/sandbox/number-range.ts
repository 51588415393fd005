/** The numbers that the stand-in can assign: those of the range 555-0100 to 555-0199, which are kept for fiction and ring nowhere. */
import { parsePhoneNumberFromString } from "libphonenumber-js";
import type { WantedNumber } from "../sms-provider";

const TOLL_FREE_CODES = ["833", "844", "855", "866", "877", "888", "800"];
/** Of cities in every part of the country. */
const LOCAL_CODES = ["212", "415", "312", "206", "305", "617", "303", "512", "602", "404", "503", "313"];

/** In E.164, in the order in which they are assigned; none where the area code is not of the kind and country. */
export function fictionalNumbers({
  kind,
  country,
  areaCode,
}: Pick<WantedNumber, "kind" | "country" | "areaCode">): string[] {
  const known = kind === "toll_free" ? TOLL_FREE_CODES : LOCAL_CODES;
  const wanted = areaCode === null ? known : [areaCode];
  const codes = wanted.filter((code) => (kind === "toll_free" ? known.includes(code) : isLocalIn(country, code)));
  return codes.flatMap((code) => Array.from({ length: 100 }, (_, line) => `+1${code}5550${100 + line}`));
}

function isLocalIn(country: string, code: string): boolean {
  if (TOLL_FREE_CODES.includes(code)) return false;
  const number = parsePhoneNumberFromString(`+1${code}5550100`);
  return number?.isValid() === true && number.country === country;
}
