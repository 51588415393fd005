/** Loads the instances that inputs touch and writes what their fold changed: one statement each, in the caller's transaction. */
import { escapeLiteral, type PoolClient } from "pg";
import { isUnstorable } from "../postgres/storable";
import type { Engine } from "./engine";
import { fold, type Changes, type Input, type InstanceRow, type StoredTimer } from "./folding";
import type { IntentStore, Process, StoredIntent } from "./process-manager";

/** Other processes hear here that a manager has new timers or intents; the payload is `<runner> <manager>`. */
export const CHANNEL = "process_manager";

const load = (manager: string, instances: string) =>
  `SELECT instance, state, business_id AS "businessId" FROM operational.process_instances
    WHERE manager = ${manager} AND instance = ANY(${instances}) ORDER BY instance FOR UPDATE`;

/** What a fold changed, as statements complete with their values: `rows` and `instances` are SQL. Applied in this order. */
const drop = (manager: string, instances: string) =>
  `DELETE FROM operational.process_instances WHERE manager = ${manager} AND instance = ANY(${instances})`;
const save = (manager: string, rows: string) => `INSERT INTO operational.process_instances AS i
    (manager, instance, state, business_id)
  SELECT ${manager}, n.instance, n.state, n."businessId"
  FROM jsonb_to_recordset(${rows}) AS n (instance text, state jsonb, "businessId" text)
  ON CONFLICT (manager, instance) DO UPDATE SET state = excluded.state, business_id = excluded.business_id`;
const dropTimers = (manager: string, instances: string) =>
  `DELETE FROM operational.process_timers WHERE manager = ${manager} AND instance = ANY(${instances})`;
const forget = (manager: string, rows: string) => `DELETE FROM operational.process_timers t
  USING jsonb_to_recordset(${rows}) AS n (instance text, name text)
  WHERE t.manager = ${manager} AND t.instance = n.instance AND t.name = n.name`;
const remind = (manager: string, rows: string) => `INSERT INTO operational.process_timers
    (id, manager, instance, name, due_at, data, correlation_id, position, business_id, available_at)
  SELECT n.id, ${manager}, n.instance, n.name, n."dueAt", n.data, n."correlationId", n.position, n."businessId", n."dueAt"
  FROM jsonb_to_recordset(${rows}) AS n
    (id uuid, instance text, name text, "dueAt" timestamptz, data jsonb, "correlationId" text, position bigint, "businessId" text)
  ON CONFLICT (manager, instance, name) DO UPDATE SET id = excluded.id, due_at = excluded.due_at, data = excluded.data,
    correlation_id = excluded.correlation_id, position = excluded.position, business_id = excluded.business_id,
    available_at = excluded.available_at, fence = 0, attempts = 0, claimed_by = NULL`;
const perform = (manager: string, rows: string) => `INSERT INTO operational.process_intents
    (id, manager, instance, effect, payload, causation_id, correlation_id, position, business_id, available_at)
  SELECT n."intentId", ${manager}, n.instance, n.effect, n.payload, n."causationId", n."correlationId", n.position,
    n."businessId", n."availableAt"
  FROM jsonb_to_recordset(${rows}) AS n (number integer, "intentId" uuid, instance text, effect text, payload jsonb,
    "causationId" text, "correlationId" text, position bigint, "businessId" text, "availableAt" timestamptz)
  ORDER BY n.number ON CONFLICT (id) DO NOTHING`;
const tell = (payload: string) => `SELECT pg_notify(${escapeLiteral(CHANNEL)}, ${escapeLiteral(payload)})`;

/** A transaction, and what is sent with its commit. */
export interface Transaction {
  readonly client: PoolClient;
  readonly ends: string[];
}

/**
 * Instances are locked before timers and intents, and in one order, so that transactions over the same instance queue up.
 * `settle` runs once they are locked and says which inputs still count. Answers whether intents or timers were left.
 */
export async function foldInto(
  engine: Engine,
  transaction: Transaction,
  process: Process,
  instances: readonly string[],
  settle: () => Promise<readonly Input[]> | readonly Input[],
): Promise<boolean> {
  const { name } = process.manager;
  const { rows } =
    instances.length === 0
      ? { rows: [] }
      : await transaction.client.query<InstanceRow>(load("$1", "$2"), [name, [...new Set(instances)]]);
  const inputs = await settle();
  return inputs.length > 0 && foldLoaded(engine, transaction, process, rows, inputs);
}

/** The statement with which `foldInto` begins, complete with its values. Throws where one of them is no text to the database. */
export function loading(manager: string, instances: readonly string[]): string {
  if (instances.some(isUnstorable)) throw new TypeError("An instance's name holds a character that is no text.");
  return load(escapeLiteral(manager), arrayOf(new Set(instances)));
}

const arrayOf = (texts: Iterable<string>): string =>
  `ARRAY[${[...texts].map((text) => escapeLiteral(text)).join(",")}]::text[]`;

/** What `foldInto` does with the rows that `loading` gave; answers the same. */
export function foldLoaded(
  engine: Engine,
  transaction: Transaction,
  process: Process,
  rows: readonly InstanceRow[],
  inputs: readonly Input[],
): Promise<boolean> {
  return write(engine, transaction, process, fold(process, engine.ids, rows, inputs));
}

async function write(
  engine: Engine,
  { client, ends }: Transaction,
  process: Process,
  changes: Changes,
): Promise<boolean> {
  const { name } = process.manager;
  const reminders = [...changes.timers.values()].flatMap(reminderRow);
  const availableAt = engine.clock.now();
  const own = changes.intents.filter(({ effect }) => storeOf(process, effect) === undefined);
  const performed = own.map((intent, number) => ({ ...intent, number, availableAt }));
  const statements = statementsFor(escapeLiteral(name), changes, reminders, performed);
  const stores = byStore(process, changes.intents);
  if (stores.size === 0) ends.push(...statements);
  else if (statements.length > 0) await client.query(statements.join(";\n"));
  for (const [store, intents] of stores) await store.store(client, intents);
  if (reminders.length + own.length === 0) return false;
  ends.push(tell(`${engine.runner} ${name}`));
  return true;
}

function statementsFor(
  manager: string,
  { states, dropped, timers }: Changes,
  reminders: readonly object[],
  performed: readonly object[],
): readonly string[] {
  const all = [...states.entries()];
  const gone = all.flatMap(([instance, row]) => (row === null ? [instance] : []));
  const kept = all.flatMap(([, row]) => (row === null ? [] : [row]));
  const forgotten = [...timers.values()].filter(({ set }) => set === null);
  const of = (statement: (manager: string, rows: string) => string, rows: readonly unknown[]) =>
    rows.length === 0 ? [] : [statement(manager, escapeLiteral(JSON.stringify(rows)))];
  return [
    ...(gone.length === 0 ? [] : [drop(manager, arrayOf(gone))]),
    ...of(save, kept),
    ...(dropped.size === 0 ? [] : [dropTimers(manager, arrayOf(dropped))]),
    ...of(forget, forgotten),
    ...of(remind, reminders),
    ...of(perform, performed),
  ];
}

function reminderRow({ instance, name, set }: StoredTimer): readonly object[] {
  if (set === null) return [];
  const { correlationId, position, businessId } = set.cause;
  return [{ id: set.id, instance, name, dueAt: set.dueAt, data: set.data, correlationId, position, businessId }];
}

function storeOf({ stores = {} }: Process, effect: string): IntentStore | undefined {
  return Object.hasOwn(stores, effect) ? stores[effect] : undefined;
}

/** Per store rather than per effect: a store whose effects undo one another needs them in emission order. */
function byStore(
  process: Process,
  intents: readonly StoredIntent[],
): ReadonlyMap<IntentStore, readonly StoredIntent[]> {
  const stores = new Map<IntentStore, StoredIntent[]>();
  for (const intent of intents) {
    const store = storeOf(process, intent.effect);
    if (store === undefined) continue;
    const those = stores.get(store) ?? [];
    those.push(intent);
    stores.set(store, those);
  }
  return stores;
}
