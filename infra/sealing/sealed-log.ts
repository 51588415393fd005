/** A log whose personal fields are sealed at rest and open to its readers, in the newest version of their schema. */
import type { EventLog } from "../event-log/event-log";
import type { DataKeys } from "./data-keys";
import { createEventCatalog, type DeclaredAggregate } from "./event-catalog";
import type { EventVersions } from "./event-versions";
import { createOpener } from "./open-events";
import { createSealing } from "./seal-events";

export interface SealedLogParts {
  readonly log: EventLog;
  readonly aggregates: readonly DeclaredAggregate[];
  readonly dataKeys: DataKeys;
  readonly versions: EventVersions;
}

/**
 * The log as everything above it sees it. Appending holds events to their schemas (throws MalformedEvent and writes
 * nothing) and seals what is `personal`; to an owner whose key was destroyed it answers `erased`. Reading opens, or gives
 * ERASED where the key is gone, and upcasts; `metadata.schemaVersion` then names the version that the data now has. Events
 * of unknown types are read as they are stored; a version newer than the program's throws NewerEventVersion.
 */
export function createSealedLog({ log, aggregates, dataKeys, versions }: SealedLogParts): EventLog {
  const catalog = createEventCatalog(aggregates);
  const open = createOpener(catalog, dataKeys);
  const seal = createSealing(catalog, dataKeys);
  return {
    async append(request) {
      const events = await seal(request);
      if (events === "erased") return { kind: "erased" };
      await versions.note(events.map(({ type, metadata }) => ({ type, schemaVersion: metadata.schemaVersion })));
      return log.append({ ...request, events });
    },
    readStream: async (stream, options) => open(await log.readStream(stream, options), { known: options?.known }),
    async readAll(options) {
      const page = await log.readAll(options);
      return { ...page, events: await open(page.events) };
    },
    async *subscribe(options) {
      for await (const page of log.subscribe(options))
        yield page.events.length === 0 ? page : { ...page, events: await open(page.events, { shared: true }) };
    },
    head: () => log.head(),
    erase: (streams) => log.erase(streams),
    close: () => log.close(),
  };
}
