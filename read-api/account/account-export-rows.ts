/** The rows of an account's export, in one order for good and a page at a time, from the beginning or from behind any one of them. */
import type { Knex } from "knex";
import { z } from "zod";
import { PAGE_ROWS, type ExportedTable, type Row, type RowOwner } from "./account-export-tables";
import { rowsOf } from "../rows";

export interface Whose {
  readonly accountId: string;
  readonly businessId: string;
}

/** Where a row stands: its owner, and what it is ordered by among the owner's rows. */
export const rowPlace = z.strictObject({ owner: z.string(), order: z.array(z.union([z.string(), z.number()])) });
export type RowPlace = z.output<typeof rowPlace>;

export interface PlacedRow {
  readonly row: Row;
  readonly place: RowPlace;
}

/** Holds a page of rows and a page of owners, however many there are. What is added behind the reader is not seen, what is added before it is. */
export async function* rowsOfTable(
  read: Knex,
  table: ExportedTable,
  whose: Whose,
  after?: RowPlace,
): AsyncGenerator<PlacedRow> {
  if (after !== undefined) yield* rowsOfOwner(read, table, whose, after.owner, after.order);
  for await (const owner of ownersOf(read, table.owner, whose, after?.owner))
    yield* rowsOfOwner(read, table, whose, owner);
}

async function* rowsOfOwner(
  read: Knex,
  table: ExportedTable,
  { businessId }: Whose,
  owner: string,
  from?: RowPlace["order"],
): AsyncGenerator<PlacedRow> {
  const { order, of, within, pageRows } = table;
  const columns = order.map(() => "??").join(", ");
  const values = order.map(() => "?").join(", ");
  for (let behind = from; ;) {
    const page = read(table.table)
      .where({ [of]: owner })
      .modify((builder) => {
        if (within !== undefined) void builder.andWhereRaw("(?? IS NULL OR ?? = ?)", [within, within, businessId]);
        if (behind !== undefined) void builder.andWhereRaw(`(${columns}) > (${values})`, [...order, ...behind]);
      })
      .orderBy([...order])
      .limit(pageRows);
    const rows = await rowsOf<Row>(page);
    for (const row of rows) {
      const place = { owner, order: order.map((column) => row[column] as string | number) };
      yield { row, place };
      behind = place.order;
    }
    if (rows.length < pageRows) return;
  }
}

async function* ownersOf(
  read: Knex,
  owner: RowOwner,
  { accountId, businessId }: Whose,
  after?: string,
): AsyncGenerator<string> {
  if (owner === "account" || owner === "business") {
    if (after === undefined) yield owner === "account" ? accountId : businessId;
    return;
  }
  for (let behind = after; ;) {
    const ids = (owner === "conversation" ? conversationsOf : placesOf)(read, businessId).as("ids");
    const page = read
      .from(ids)
      .modify((builder) => {
        if (behind !== undefined) void builder.where("id", ">", behind);
      })
      .orderBy("id")
      .limit(PAGE_ROWS)
      .select("id");
    const owners = await rowsOf<{ readonly id: string }>(page);
    for (const { id } of owners) yield id;
    behind = owners.at(-1)?.id;
    if (owners.length < PAGE_ROWS) return;
  }
}

const conversationsOf = (read: Knex, businessId: string) =>
  read("conversations").where({ business_id: businessId }).select("conversation_id as id");

/** Its own listing, and what it tracks. */
export const placesOf = (read: Knex, businessId: string) =>
  read("businesses")
    .where({ business_id: businessId })
    .whereNotNull("place_id")
    .select("place_id as id")
    .union([read("competitors").where({ business_id: businessId, active: true }).select("place_id as id")]);
