/** How instants, values and counts are written; everything in UTC, so that two people read the same. */

const CHARS_MAX = 400;

/** `2026-03-01 09:30:00.000 UTC`. */
export const instantText = (iso) =>
  iso === null ? "before anything happened" : `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`;

export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const actorText = ({ kind, id }) => `${kind}:${id}`;

/** Text as it is, everything else as JSON; what is very long is cut, and says so. */
export function valueText(value) {
  if (value === undefined) return "not there";
  const text = typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  return text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX)}… (${text.length} characters)`;
}

/** Every value inside a value with the path that leads to it as a diff spells it, such as `["profile.city", "Oslo"]`. */
export function leavesOf(value, path = "") {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (inside.length === 0) return [[path, value]];
  return inside.flatMap(([name, one]) => {
    const part = name.replace(/[\\.]/g, "\\$&");
    return leavesOf(one, path === "" ? part : `${path}.${part}`);
  });
}

/** A moment that somebody typed: digits are a position, else an instant; undefined where it is neither. */
export function momentOf(typed) {
  const text = typed.trim();
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  // What is shown here can be typed here.
  const spelled = text.replace(/ UTC$/, "Z").replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T");
  const zoned = /T.*(Z|[+-]\d{2}:\d{2})$/.test(spelled)
    ? spelled
    : `${spelled}${spelled.includes("T") ? "Z" : "T00:00:00Z"}`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : { instant: new Date(ms).toISOString() };
}

export const momentText = (moment) => String(moment.position ?? moment.instant);

export const NO_MOMENT = "A moment is a position, such as 4711, or a time, such as 2026-03-01 09:30.";
