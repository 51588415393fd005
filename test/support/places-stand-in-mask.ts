/** Field masks as the places provider honours them: the members that a mask names, and its refusal of those it does not know. */

type Json = Readonly<Record<string, unknown>>;

/** The members of `answer` that the mask names, by paths that go through lists; `*` names all. */
export function project(answer: Json, mask: readonly string[]): Json {
  if (mask.includes("*")) return answer;
  const masks = new Map<string, string[]>();
  for (const path of mask) {
    const [first = "", ...rest] = path.split(".");
    masks.set(first, [...(masks.get(first) ?? []), rest.join(".")]);
  }
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      const inner = masks.get(name);
      return inner === undefined ? [] : [[name, inner.includes("") ? value : projectValue(value, inner)]];
    }),
  );
}

function projectValue(value: unknown, mask: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => projectValue(item, mask));
  return typeof value === "object" && value !== null ? project(value as Json, mask) : value;
}

/** The paths of a mask header; null where there is none. */
export function readMask(header: string | undefined): readonly string[] | null {
  const paths = (header ?? "").split(",").filter((path) => path !== "");
  return paths.length === 0 ? null : paths;
}

const PLACE_FIELDS = new Set([
  "id",
  "name",
  "displayName",
  "formattedAddress",
  "addressComponents",
  "types",
  "primaryType",
  "location",
  "rating",
  "userRatingCount",
  "websiteUri",
  "internationalPhoneNumber",
  "nationalPhoneNumber",
  "regularOpeningHours",
  "currentOpeningHours",
  "priceLevel",
  "businessStatus",
  "reviews",
  "photos",
  "googleMapsUri",
]);

/** The first path that names no field of a place (under `prefix`). */
export function unknownPath(mask: readonly string[], prefix = ""): string | undefined {
  return mask.find((path) => {
    if (path === "*" || (prefix !== "" && path === "nextPageToken")) return false;
    if (!path.startsWith(prefix)) return true;
    return !PLACE_FIELDS.has(path.slice(prefix.length).split(".")[0] ?? "");
  });
}
