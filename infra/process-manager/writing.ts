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
const DROP = "DELETE FROM operational.process_instances WHERE manager = $1 AND instance = ANY($2)";
const DROP_TIMERS = "DELETE FROM operational.process_timers WHERE manager = $1 AND instance = ANY($2)";
/** Inserts look nothing up, so that one plan serves for all times. */
const prepared = (name: string, text: string) => ({ name: `process-managers-${name}`, text });
const SAVE = prepared(
  "save",
  `INSERT INTO operational.process_instances AS i (manager, instance, state, business_id)
  SELECT $1, n.instance, n.state, n."businessId"
  FROM jsonb_to_recordset($2) AS n (instance text, state jsonb, "businessId" text)
  ON CONFLICT (manager, instance) DO UPDATE SET state = excluded.state, business_id = excluded.business_id`,
);
const FORGET = {
  text: `DELETE FROM operational.process_timers t USING jsonb_to_recordset($2) AS n (instance text, name text)
  WHERE t.manager = $1 AND t.instance = n.instance AND t.name = n.name`,
};
const REMIND = prepared(
  "remind",
  `INSERT INTO operational.process_timers
    (id, manager, instance, name, due_at, data, correlation_id, position, business_id, available_at)
  SELECT n.id, $1, n.instance, n.name, n."dueAt", n.data, n."correlationId", n.position, n."businessId", n."dueAt"
  FROM jsonb_to_recordset($2) AS n
    (id uuid, instance text, name text, "dueAt" timestamptz, data jsonb, "correlationId" text, position bigint, "businessId" text)
  ON CONFLICT (manager, instance, name) DO UPDATE SET id = excluded.id, due_at = excluded.due_at, data = excluded.data,
    correlation_id = excluded.correlation_id, position = excluded.position, business_id = excluded.business_id,
    available_at = excluded.available_at, fence = 0, attempts = 0, claimed_by = NULL`,
);
const PERFORM = prepared(
  "perform",
  `INSERT INTO operational.process_intents
    (id, manager, instance, effect, payload, causation_id, correlation_id, position, business_id, available_at)
  SELECT n."intentId", $1, n.instance, n.effect, n.payload, n."causationId", n."correlationId", n.position, n."businessId", $3
  FROM jsonb_to_recordset($2) AS n (number integer, "intentId" uuid, instance text, effect text, payload jsonb,
    "causationId" text, "correlationId" text, position bigint, "businessId" text)
  ORDER BY n.number ON CONFLICT (id) DO NOTHING`,
);

/**
 * Instances are locked before timers and intents, and in one order, so that transactions over the same instance queue up.
 * `settle` runs once they are locked and says which inputs still count. Answers whether intents or timers were left.
 */
export async function foldInto(
  engine: Engine,
  client: PoolClient,
  process: Process,
  instances: readonly string[],
  settle: () => Promise<readonly Input[]> | readonly Input[],
): Promise<boolean> {
  const { name } = process.manager;
  const { rows } =
    instances.length === 0
      ? { rows: [] }
      : await client.query<InstanceRow>(load("$1", "$2"), [name, [...new Set(instances)]]);
  const inputs = await settle();
  return inputs.length > 0 && foldLoaded(engine, client, process, rows, inputs);
}

/** The statement with which `foldInto` begins, complete with its values. Throws where one of them is no text to the database. */
export function loading(manager: string, instances: readonly string[]): string {
  if (instances.some(isUnstorable)) throw new TypeError("An instance's name holds a character that is no text.");
  const names = [...new Set(instances)].map((instance) => escapeLiteral(instance));
  return load(escapeLiteral(manager), `ARRAY[${names.join(",")}]::text[]`);
}

/** What `foldInto` does with the rows that `loading` gave; answers the same. */
export function foldLoaded(
  engine: Engine,
  client: PoolClient,
  process: Process,
  rows: readonly InstanceRow[],
  inputs: readonly Input[],
): Promise<boolean> {
  return write(engine, client, process, fold(process, engine.ids, rows, inputs));
}

async function write(engine: Engine, client: PoolClient, process: Process, changes: Changes): Promise<boolean> {
  const { name } = process.manager;
  const run = async (statement: { readonly text: string }, rows: readonly unknown[], ...more: readonly unknown[]) => {
    if (rows.length > 0) await client.query({ ...statement, values: [name, JSON.stringify(rows), ...more] });
  };
  const gone = [...changes.states].filter(([, row]) => row === null).map(([instance]) => instance);
  if (gone.length > 0) await client.query(DROP, [name, gone]);
  await run(
    SAVE,
    [...changes.states.values()].filter((row) => row !== null),
  );
  if (changes.dropped.size > 0) await client.query(DROP_TIMERS, [name, [...changes.dropped]]);
  const timers = [...changes.timers.values()];
  const reminders = timers.flatMap(reminderRow);
  await run(
    FORGET,
    timers.filter(({ set }) => set === null),
  );
  await run(REMIND, reminders);
  const own = changes.intents.filter(({ effect }) => storeOf(process, effect) === undefined);
  await run(
    PERFORM,
    own.map((intent, number) => ({ ...intent, number })),
    engine.clock.now(),
  );
  for (const [store, intents] of byStore(process, changes.intents)) await store.store(client, intents);
  if (reminders.length + own.length === 0) return false;
  await client.query("SELECT pg_notify($1, $2)", [CHANNEL, `${engine.runner} ${name}`]);
  return true;
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
