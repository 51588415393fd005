/** What a business was at a moment, and what became of it between two, as auditors and its owner see it. */
import { z } from "zod";
import type { Recorded } from "../../domain/fold/event";
import type { Context } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { momentSchema, travelling } from "../../infra/http/moments";
import { historyEvent, historyEventOf } from "./business-history";
import { differencesOf } from "./json-differences";

const TABLES_CHARS_MAX = 1_000;
const FIELDS_MAX = 200;

type Services = Pick<Context["services"], "log" | "timeTravel">;
type See = (event: Recorded) => Recorded;

export const tablesQuery = z
  .string()
  .max(TABLES_CHARS_MAX)
  .optional()
  .describe("Comma list of read tables; all where absent, none where empty.");

const moment = (told: string) => momentSchema.describe(`${told}: a position of the log, or an ISO instant.`);

export const stateQuery = z.strictObject({
  at: moment("The moment; the newest where absent").optional(),
  tables: tablesQuery,
});
export const diffQuery = z.strictObject({
  from: moment("The moment to go from"),
  to: moment("The moment to go to; the newest where absent").optional(),
  tables: tablesQuery,
});

const reached = z.strictObject({
  position: z.number().int().describe("Of the last event that the moment holds, 0 for none."),
  occurredAt: z.iso.datetime().nullable(),
});
const row = z.record(z.string(), z.unknown());

export const businessState = z.strictObject({
  businessId: z.string(),
  at: reached,
  aggregates: z.array(
    z.strictObject({ stream: z.string(), category: z.string(), revision: z.number().int(), state: z.unknown() }),
  ),
  tables: z
    .array(z.strictObject({ table: z.string(), key: z.array(z.string()), rows: z.array(row) }))
    .describe("The rows that come from the business's events and those of the places that it watched."),
});

const change = z.strictObject({
  subject: z.union([z.strictObject({ stream: z.string() }), z.strictObject({ table: z.string(), key: row })]),
  before: z.unknown().describe("Null where it was not there yet."),
  after: z.unknown().describe("Null where it is not there any more."),
  fields: z
    .array(z.strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
    .max(FIELDS_MAX)
    .describe("What differs within it; `before` or `after` is absent where there was no such member."),
  because: z.array(z.string()).describe("The events that touched it, by their ids, in the order of the log."),
});

export const businessDiff = z.strictObject({
  businessId: z.string(),
  from: reached,
  to: reached,
  events: z.array(historyEvent).describe("Of the business and of the places that it watched, between the two moments."),
  changes: z.array(change),
});

/** Throws a 400 Failure that names the table which cannot be folded. */
function tablesIn(list: string | undefined, known: readonly string[]): { tables?: readonly string[] } {
  if (list === undefined) return {};
  const tables = list === "" ? [] : list.split(",").map((one) => one.trim());
  const unknown = tables.filter((table) => !known.includes(table));
  if (unknown.length === 0) return { tables };
  throw invalid(unknown.map((table) => ({ path: "query.tables", message: `There is no read table ${table}.` })));
}

/** Throws Failures: 400 for a table or a moment that cannot be told, 422 and 503 where the engine takes no traveller. */
export async function stateOf(
  { log, timeTravel }: Services,
  businessId: string,
  asked: z.output<typeof stateQuery>,
  see?: See,
): Promise<z.input<typeof businessState>> {
  const options = { ...tablesIn(asked.tables, timeTravel.tables), ...(see === undefined ? {} : { see }) };
  const at = asked.at ?? { position: await log.head() };
  const folded = await travelling({ at }, () => timeTravel.fold(businessId, at, options));
  const { position, occurredAt, aggregates, tables } = folded;
  return {
    businessId,
    at: { position, occurredAt },
    aggregates: [...aggregates],
    tables: tables.map(({ table, key, rows }) => ({ table, key: [...key], rows: [...rows] })),
  };
}

/** Throws Failures as {@link stateOf} does. Where `from` is the later moment, changes lead backwards. */
export async function diffOf(
  { log, timeTravel }: Services,
  businessId: string,
  asked: z.output<typeof diffQuery>,
): Promise<z.input<typeof businessDiff>> {
  const options = tablesIn(asked.tables, timeTravel.tables);
  const { from } = asked;
  const to = asked.to ?? { position: await log.head() };
  const compared = await travelling({ from, to }, () => timeTravel.compare(businessId, from, to, options));
  return {
    businessId,
    from: compared.from,
    to: compared.to,
    events: compared.events.map(historyEventOf),
    changes: compared.changes.map(({ subject, before, after, because }) => ({
      subject,
      before,
      after,
      fields: [...differencesOf(before, after, FIELDS_MAX)],
      because: [...because],
    })),
  };
}
