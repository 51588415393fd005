/** A history that is exported and read back into an empty service gives the same read rows; a bad file gives nothing. */
import { anchorHistory, anchors } from "../../../../domain/anchors";
import { historyStreams, watchedStream } from "../../../../domain/business-streams";
import { parseStreamName, streamName } from "../../../../domain/fold/aggregate";
import type { Recorded } from "../../../../domain/fold/event";
import { isSigned } from "../../../../infra/attestation/attestor";
import { aggregates } from "../../../../infra/composition/catalogue/aggregates";
import { openEngines, type Engines } from "../../../../infra/composition/engines";
import { importHistory } from "../../../../infra/composition/audit/import-history";
import { keepTables } from "../../../../infra/composition/programs/keep-tables";
import { projections } from "../../../../infra/composition/catalogue/projections";
import { loadConfig } from "../../../../infra/config/config";
import { silentLogger } from "../../../../infra/logging/logger";
import type { Projection } from "../../../../infra/projector/projection";
import { createEventCatalog } from "../../../../infra/sealing/event-catalog";
import { systemClock } from "../../../../infra/time/clock";
import type { EventLog } from "../../../../infra/event-log/event-log";
import { exportLines } from "../../../../read-api/audit/export-lines";
import { eventOf, type ExportEvent, type ExportManifest } from "../../../../read-api/audit/exported-history";
import { allEvents } from "../../../support/all-events";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { recordedHistory } from "../../../support/recorded-history";
import { logOf, ownAttestor } from "../../../support/small-history";
import { thorough } from "../../../support/thorough";

/** Their digests are over what each service sealed with its own keys, and over anchors, which are not read back. */
const ofTheChain = new Set(["history_chains", "history_events"]);
const compared = projections.filter(({ table }) => !ofTheChain.has(table));
const tables = compared.map(({ table }) => table);
const catalog = createEventCatalog(aggregates);

interface Opened {
  readonly engines: Engines;
  /** Keeps the read tables from here on, and waits until they show everything. */
  shown(): Promise<void>;
  close(): Promise<void>;
}

async function open(masterByte: number): Promise<Opened> {
  const database: TestDatabase = await createTestDatabase({ connectionsMax: 2 });
  const masterKey = Buffer.alloc(32, masterByte);
  const config = loadConfig({ DATABASE_URL: database.url, MASTER_KEY: masterKey.toString("base64") });
  const engines = await openEngines({ config, connection: database, masterKey, logger: silentLogger });
  let keptNoMore = (): Promise<void> => Promise.resolve();
  return {
    engines,
    async shown() {
      keptNoMore = await keepTables(engines);
      expect(await engines.projector.reached(tables, await engines.log.head(), 20_000)).toBe(true);
    },
    async close() {
      await keptNoMore();
      await engines.close();
      await database.drop();
    },
  };
}

async function append({ log, ids, clock }: Engines, length: number): Promise<void> {
  for (const { stream, events } of recordedHistory(20_260_101, length)) {
    // Its anchors are made up; real ones are appended below.
    if (events.some(({ type }) => type === "HistoryAnchored")) continue;
    const commandId = ids.next();
    const actor = { kind: "user", id: `of ${stream}` } as const;
    const outcome = await log.append({
      stream,
      expected: "any",
      commandId,
      events: events.map(({ type, data }) => {
        const schemaVersion = catalog.find(type)?.definition.version ?? 0;
        const occurredAt = clock.now().toISOString();
        const metadata = { actor, commandId, correlationId: "of all", causationId: stream, occurredAt, schemaVersion };
        return { id: ids.next(), type, data, metadata };
      }),
    });
    if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
  }
}

const eventsOf = ({ log }: Engines): Promise<readonly Recorded[]> => allEvents(log);

/** Positions are the log's own: what stands at them is compared in their place. */
async function rowsOf(
  engines: Engines,
  { table, key, columns }: Projection,
): Promise<readonly Record<string, unknown>[]> {
  const order = key.map((name) => `"${name}"`).join(", ");
  const { rows } = await engines.pool.query<Record<string, unknown>>(
    `SELECT * FROM read_model.${table} ORDER BY ${order}`,
  );
  const positions = Object.keys(columns).filter((column) => /(^|_)position$/.test(column));
  if (positions.length === 0) return rows;
  const ids = new Map((await eventsOf(engines)).map(({ position, id }) => [position, id]));
  const idOf = (row: Readonly<Record<string, unknown>>, column: string) => ids.get(Number(row[column]));
  return rows.map((row) => ({ ...row, ...Object.fromEntries(positions.map((column) => [column, idOf(row, column)])) }));
}

/** The rows that are the business's, or those of places it watched. */
function ownRows(
  rows: readonly Record<string, unknown>[],
  { erasedWith: { business, place } }: Projection,
  businessId: string,
  watched: ReadonlySet<string>,
) {
  return rows.filter(
    (row) =>
      (business !== undefined && row[business] === businessId) ||
      (place !== undefined && watched.has(String(row[place]))),
  );
}

const created = ({ type }: Recorded): boolean => type === "BusinessCreated";

describe("a recorded history that is read back", () => {
  let source: Opened;
  let events: readonly Recorded[];
  let businessIds: readonly string[];
  beforeAll(async () => {
    source = await open(7);
    await append(source.engines, thorough ? 2_600 : 1_300);
    businessIds = (await eventsOf(source.engines)).filter(created).map(({ stream }) => parseStreamName(stream).owner);
    for (const businessId of businessIds) await anchor(source.engines, businessId);
    await source.shown();
    events = await eventsOf(source.engines);
  }, 60_000);
  afterAll(() => source.close());

  /** The file as it is checked, and as it is when it is read for the second time. */
  const readTwice = (target: Opened, files: readonly (readonly Buffer[])[]) => {
    const [{ log }, readings] = [target.engines, files.values()];
    const trust = { isSigned, keys: [ownAttestor.publicKey] };
    return importHistory({ log, catalog }, () => chunksOf(readings.next().value ?? []), trust);
  };
  const readBack = (target: Opened, file: readonly Buffer[]) => readTwice(target, [file, file]);
  const into = async (run: (target: Opened) => Promise<void>): Promise<void> => {
    const target = await open(8);
    await run(target).finally(() => target.close());
  };
  /** The business's own events and those of the places that it watched, without anchors. */
  const expectedOf = (businessId: string) => {
    const own = new Set(historyStreams(businessId));
    const places = new Set(
      events.filter(({ stream }) => own.has(stream)).flatMap((event) => watchedStream(event) ?? []),
    );
    return {
      watched: new Set([...places].map((stream) => parseStreamName(stream).owner)),
      kept: [own, places].flatMap((streams) =>
        events.filter(({ stream, type }) => streams.has(stream) && type !== "HistoryAnchored"),
      ),
    };
  };

  test("gives every business's rows, and those of its places, as they were", async () => {
    expect(businessIds.length).toBeGreaterThan(3);
    const filled = new Set<string>();
    const all = new Map<string, readonly Record<string, unknown>[]>();
    for (const projection of compared) all.set(projection.table, await rowsOf(source.engines, projection));
    for (const businessId of businessIds) {
      await into(async (target) => {
        await readBack(target, await exported(source.engines, businessId));
        await target.shown();
        const { watched } = expectedOf(businessId);
        for (const projection of compared) {
          const { table } = projection;
          const before = ownRows(all.get(table) ?? [], projection, businessId, watched);
          const after = await rowsOf(target.engines, projection);
          expect({ businessId, table, rows: after }).toEqual({ businessId, table, rows: before });
          if (before.length > 0) filled.add(table);
        }
      });
    }
    const fillable = compared.filter(({ erasedWith }) => "business" in erasedWith || "place" in erasedWith);
    expect([...filled].sort()).toEqual(fillable.map(({ table }) => table).sort());
  }, 120_000);

  test("keeps each event's id, revision, data, actor, causes and time, seals it anew, and leaves anchors out", async () => {
    const businessId = businessIds[0] ?? "";
    await into(async (target) => {
      const { appended, anchorsLeftOut } = await readBack(target, await exported(source.engines, businessId));
      const { kept } = expectedOf(businessId);
      expect([appended, anchorsLeftOut]).toEqual([kept.length, 1]);
      const told = ({ position: _position, stored: _stored, ...event }: Recorded) => event;
      const found = await eventsOf(target.engines);
      expect(found.map(told)).toEqual(kept.map(told));
      const sealedHere = found.filter(({ stored }) => stored !== undefined);
      expect(sealedHere.length).toBeGreaterThan(0);
      const sealedThere = new Map(kept.map(({ id, stored }) => [id, JSON.stringify(stored?.data)]));
      expect(sealedHere.filter(({ id, stored }) => sealedThere.get(id) === JSON.stringify(stored?.data))).toEqual([]);
    });
  }, 60_000);

  test("takes no line of a file that is not the one that was checked", async () => {
    const businessId = businessIds[0] ?? "";
    const file = await exported(source.engines, businessId);
    const another = await signedAnew(file, '"kind":"user"', '"kind":"admin"');
    await into(async (target) => {
      await expect(readTwice(target, [file, another])).rejects.toThrow("checked. Nothing was read back.");
      expect(await target.engines.log.head()).toBe(0);
      const half = Math.ceil(file.length / 2);
      await expect(readTwice(target, [file, file.slice(0, half)])).rejects.toThrow(
        /^The file is not the one any more that was checked\. \d+ of \d+ events had been read back before: begin again/,
      );
      const found = await eventsOf(target.engines);
      const { kept } = expectedOf(businessId);
      expect(found.map(({ id }) => id)).toEqual(kept.slice(0, found.length).map(({ id }) => id));
    });
    await into(async (target) => {
      const changed = replaced(file, 3, '"kind":"user"', '"kind":"admin"');
      await expect(readTwice(target, [file, changed])).rejects.toThrow("is not the one any more that was checked.");
      expect((await eventsOf(target.engines)).map(({ metadata }) => metadata.actor.kind)).not.toContain("admin");
    });
  }, 60_000);

  test("leaves nothing of a file that is not whole, or that holds what this program would not store", async () => {
    const businessId = businessIds[0] ?? "";
    const file = await exported(source.engines, businessId);
    const foreign = await signedAnew(file, "BusinessCreated", "BusinessInvented");
    const misshapen = await signedAnew(file, '"city":', '"town":');
    // Files are signed anew without anchors, whose stream is free.
    const free = streamName(anchors.category, businessId);
    const elsewhere = await signedAnew(file, `"competitors-${businessId}"`, `"${free}"`);
    const unwritable = await signedAnew(file, '"correlationId":"of all"', '"correlationId":"of \\u0000"');
    const nobody = await signedAnew(file, '"kind":"user"', '"kind":"root"');
    const ofAnother = await signedAnew(file, `"businessId":"${businessId}"`, '"businessId":"another"');
    const ofAnothers = await signedAnew(file, '"schemaVersion":1', '"schemaVersion":1,"businessId":"another"');
    const atNoTime = await signedAnew(file, /"occurredAt":"([^"]+)\.\d+Z"/g, '"occurredAt":"$1Z"');
    const unnamed = await signedAnew(file, /"id":"[^"]+-([^"-]+)"/g, '"id":"event-$1"');
    const twice = await signedAnew(file, /"commandId":"[^"]+"/g, '"commandId":"always the same"');
    await into(async (target) => {
      const refused = async (bad: readonly Buffer[], message: RegExp) => {
        await expect(readBack(target, bad)).rejects.toThrow(message);
        expect(await target.engines.log.head()).toBe(0);
      };
      await refused(
        file.slice(0, -1),
        /^Line \d+: The file ends without a manifest: it is not whole\. Nothing was read back\.$/,
      );
      await refused(replaced(file, file.length - 2, '"occurredAt":"2', '"occurredAt":"3'), /is not as it was written/);
      await refused(foreign, /^This program knows no event BusinessInvented\. Nothing was read back\.$/);
      await refused(misshapen, /does not fit its schema.+Nothing was read back\.$/);
      await refused(elsewhere, /^The event \w+ belongs to "competitors" streams, not to \w+-.+Nothing was/);
      await refused(unwritable, /its metadata, .+correlationId holds characters that are no text\. Nothing was/);
      await refused(nobody, /its metadata, .+actor\.kind: .+Nothing was/);
      await refused(ofAnother, /^An event \w+ in \S+ speaks of "another"\. Nothing was read back\.$/);
      await refused(ofAnothers, /^An event \w+ in \S+ is of the business "another"\. Nothing was read back\.$/);
      await refused(atNoTime, /its metadata, .+occurredAt: .+Nothing was/);
      await refused(unnamed, /^An event \w+ has no id that the log takes\. Nothing was read back\.$/);
      await refused(twice, /^What the command always the same did in \S+ stands in two places\. Nothing was/);
      await readBack(target, file);
      await expect(readBack(target, file)).rejects.toThrow("This service's log is not empty.");
    });
  }, 60_000);
});

async function exported({ log }: Engines, businessId: string): Promise<readonly Buffer[]> {
  const lines: Buffer[] = [];
  const now = systemClock.now().toISOString();
  for await (const line of exportLines({ log, attestor: ownAttestor }, businessId, now)) lines.push(Buffer.from(line));
  return lines;
}

/** As the service does by the hour. */
async function anchor(engines: Engines, businessId: string): Promise<void> {
  const manifest = JSON.parse(String((await exported(engines, businessId)).at(-1))) as ExportManifest;
  const removed = (await engines.log.readStream(streamName("removal", businessId), { limit: 1 })).length;
  const { head, exportedAt: anchoredAt, keyId } = manifest;
  const said = { businessId, count: manifest.events - removed, head, anchoredAt, keyId };
  const commandId = engines.ids.next();
  const context = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: "system", id: "test" },
  } as const;
  await engines.runner.execute(anchors, businessId, anchorHistory(said, ownAttestor.sign), context);
}

function replaced(file: readonly Buffer[], at: number, from: string, to: string): readonly Buffer[] {
  expect(String(file[at])).toContain(from);
  return file.map((line, index) => (index === at ? Buffer.from(String(line).replace(from, to)) : line));
}

/** A file that was altered by whom the key belongs to. */
async function signedAnew(file: readonly Buffer[], from: string | RegExp, to: string): Promise<readonly Buffer[]> {
  const events = file
    .slice(1, -1)
    .map((line) => JSON.parse(String(line)) as ExportEvent)
    .filter(({ type, kind }) => kind === "event" && type !== "HistoryAnchored");
  const changed = JSON.parse(JSON.stringify(events.map(eventOf)).replaceAll(from, to)) as Recorded[];
  const lines: Buffer[] = [];
  const businessId = parseStreamName(changed[0]?.stream ?? "").owner;
  const sources = { log: logOf(changed) as EventLog, attestor: ownAttestor };
  for await (const line of exportLines(sources, businessId, systemClock.now().toISOString()))
    lines.push(Buffer.from(line));
  return lines;
}

async function* chunksOf(file: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* file;
}
