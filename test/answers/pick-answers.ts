/** Picks, from what tests were answered, one example of every answer of every operation and one of every error. */
import type { RecordedAnswers } from "../../infra/http/openapi/answer-examples";
import type { DocumentCheck } from "../support/openapi-check";
import type { KeptAnswer } from "./kept-answers";
import { toldAnew } from "./told-anew";

/** A member more is worth that many characters: an example shows what there is, and is still read. */
const CHARS_PER_MEMBER = 150;
/** Of a text as long as it likes, such as a picture or a history, the beginning. */
const TEXT_CHARS_MAX = 1_500;

/** What tests are hardly ever answered with: answers by operation id, status and media type, errors by code. */
interface Rare {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, object>>;
}

interface Candidate {
  readonly value: unknown;
  readonly worth: number;
}

/** What is known already stays as long as it still fits, so that a picking changes as little as it can. */
export function pickAnswers(
  check: DocumentCheck,
  kept: Iterable<KeptAnswer>,
  known: RecordedAnswers,
  rare: Rare,
): RecordedAnswers {
  const answers = new Map<string, Candidate>();
  const errors = new Map<string, Candidate>();
  for (const [answered, value] of Object.entries(rare.answers)) answers.set(answered, { value, worth: Infinity });
  for (const [operation, shown] of Object.entries(known.answers))
    for (const [answered, value] of Object.entries(shown))
      if (check.fits(operation, answered, value)) answers.set(`${operation} ${answered}`, { value, worth: Infinity });
  for (const [code, value] of Object.entries({ ...known.errors, ...rare.errors }))
    errors.set(code, { value, worth: Infinity });
  for (const one of kept) {
    const candidate = isMarked(one.text) ? undefined : candidateOf({ ...one, text: toldAnew(one.text) });
    if (candidate === undefined) continue;
    const code = one.status < 400 ? undefined : codeOf(candidate.value);
    // Whatever it was asked for: an error is told alike everywhere, by the kernel's own tests as well.
    if (code !== undefined && check.isError(one.status, code)) better(errors, code, candidate);
    const operation = check.operationAt(one.method, one.path);
    const answered = `${one.status} ${one.type}`;
    if (code === undefined && operation !== undefined && check.fits(operation, answered, candidate.value))
      better(answers, `${operation} ${answered}`, candidate);
  }
  return { answers: nested(answers), errors: sorted(errors) as RecordedAnswers["errors"] };
}

function better(picked: Map<string, Candidate>, name: string, candidate: Candidate): void {
  if (candidate.worth > (picked.get(name)?.worth ?? -Infinity)) picked.set(name, candidate);
}

/** Undefined for what is no example of its own: nothing, a rehearsal, an error in the form of a problem document. */
function candidateOf({ text, type }: KeptAnswer): Candidate | undefined {
  if (text === "" || type === "application/problem+json") return undefined;
  if (type !== "application/json") return { value: text.slice(0, TEXT_CHARS_MAX), worth: -text.length };
  const value = withoutReferences(JSON.parse(text));
  const isRehearsal = typeof value === "object" && value !== null && "valid" in value && value.valid === true;
  if (isRehearsal) return undefined;
  const chars = JSON.stringify(value).length;
  return { value, worth: new Set(membersOf(value)).size - chars / CHARS_PER_MEMBER };
}

/** Lists without the entries in which a reader of the document would follow a reference that leads nowhere there. */
function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !JSON.stringify(one).includes('"$ref"')).map((one) => withoutReferences(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutReferences(member)]));
}

const codeOf = (value: unknown): string | undefined => {
  const { code, requestId } = value as Readonly<Record<string, unknown>>;
  return typeof code === "string" && typeof requestId === "string" ? code : undefined;
};

/** The paths of all members that say something, the entries of a list being one. */
function membersOf(value: unknown, at = ""): readonly string[] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, `${at}[]`));
  if (typeof value !== "object") return [at];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${at}.${name}`));
}

/** Tests of erasure plant such words in whatever can hold one. */
const isMarked = (text: string): boolean => /mark[g-z]{20}/.test(text);

const sorted = (picked: ReadonlyMap<string, Candidate>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...picked].sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, { value }]) => [name, value]),
  );

function nested(picked: ReadonlyMap<string, Candidate>): RecordedAnswers["answers"] {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(sorted(picked))) {
    const [operation = "", ...answered] = name.split(" ");
    (answers[operation] ??= {})[answered.join(" ")] = value;
  }
  return answers;
}
