/** The export of an account is complete by construction: no read table and no column is left out without a reason. */
import { historyAggregates } from "../../../domain/business-streams";
import { projections } from "../../../infra/composition/catalogue/projections";
import { categoriesNotExported, exportedTables, notExported } from "../../../read-api/account/account-export-tables";

const known = new Map(projections.map((one) => [one.table, one]));

test("every read table is exported, or left out with a reason", () => {
  const named = [...exportedTables.map(({ table }) => table), ...Object.keys(notExported)];
  expect([...named].sort()).toEqual([...known.keys()].sort());
  expect(new Set(named).size).toBe(named.length);
  expect(Object.values(notExported).filter((reason) => reason.split(" ").length < 5)).toEqual([]);
});

test("of everything that a business's history consists of there is an exported table, or a reason why not", () => {
  const told = new Set(exportedTables.flatMap(({ table }) => Object.keys(known.get(table)?.on ?? {})));
  const untold = historyAggregates.filter(({ events }) => !Object.keys(events).some((type) => told.has(type)));
  expect(untold.map(({ category }) => category)).toEqual(Object.keys(categoriesNotExported));
  expect(Object.values(categoriesNotExported).filter((reason) => reason.split(" ").length < 5)).toEqual([]);
});

describe.each(exportedTables.map((one) => [one.table, one] as const))("%s", (table, exported) => {
  const { columns, key } = known.get(table) ?? { columns: {}, key: [] };

  test("leaves no column out without a reason", () => {
    const shown = exported.columns.filter((column) => !(column in exported.hidden));
    expect([...shown, ...Object.keys(exported.hidden)].sort()).toEqual(Object.keys(columns).sort());
    expect(Object.values(exported.hidden).filter((reason) => reason.split(" ").length < 5)).toEqual([]);
    expect(key.filter((column) => column in exported.hidden)).toEqual([]);
  });

  test("is read by the owner that its rows name, in an order that its columns give", () => {
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([exported.of, ...exported.order]));
    expect(exported.order.length).toBeGreaterThan(0);
    // A row of an account that names a business must be one of this business.
    if (exported.owner === "account" && "business_id" in columns) expect(exported.within).toBe("business_id");
  });
});

test("nothing is exported by which a credential could be guessed", () => {
  const shown = exportedTables.flatMap(({ table, columns, hidden }) =>
    columns.filter((column) => !(column in hidden)).map((column) => `${table}.${column}`),
  );
  expect(shown.filter((column) => /secret|hash|token|password/.test(column))).toEqual([]);
});
