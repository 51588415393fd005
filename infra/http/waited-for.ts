/** Whoever waits for an answer may leave: then nothing more is read for it. */
import { readingUntil } from "../event-log/reading-until";
import type { TimeTravel } from "../time-travel/time-travel";
import type { Services } from "./services";

/** The same services, which read the log until the connection is closed. */
export const waitedFor = (services: Services, closed: AbortSignal): Services =>
  new Proxy(services, {
    get(all, name: keyof Services) {
      if (name === "log" || name === "storedLog") return readingUntil(all[name], closed);
      return name === "timeTravel" ? travellingUntil(all.timeTravel, closed) : all[name];
    },
  });

const travellingUntil = (travel: TimeTravel, signal: AbortSignal): TimeTravel => ({
  tables: travel.tables,
  fold: (businessId, moment, options) => travel.fold(businessId, moment, { ...options, signal }),
  compare: (businessId, from, to, options) => travel.compare(businessId, from, to, { ...options, signal }),
  query: (businessId, moment, tables, run) => travel.query(businessId, moment, tables, run, signal),
});
