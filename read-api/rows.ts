/** The rows of a query whose type the query builder cannot follow, as when tables are joined. */

/** `Row` is what the query selects; nothing checks it but the tests of the endpoint. */
export async function rowsOf<Row>(query: PromiseLike<unknown>): Promise<readonly Row[]> {
  return (await query) as readonly Row[];
}
