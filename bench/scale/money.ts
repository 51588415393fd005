/** What a fleet costs a month, by prices that are assumptions: those of large clouds, list price, in US dollars. */
import type { Day, Fleet } from "./fleet";

const CORE_HOUR = 0.045;
const DATABASE_CORE_HOUR = 0.12;
const GIGABYTE_MONTH = 0.115;
const HOURS = 730;
/** A fleet that may lose any process has one more of each. */
const SPARE = 1;
const DAYS_KEPT = 365;

export interface Money {
  readonly cores: number;
  readonly disk: number;
  readonly total: number;
}

export function moneyOf(day: Day, { processes, databaseCores }: Fleet): Money {
  const cores = Object.values(processes).reduce((sum, count) => sum + count + SPARE, 0);
  const forCores = (cores * CORE_HOUR + 2 * databaseCores * DATABASE_CORE_HOUR) * HOURS;
  const disk = (((day.logBytes + day.tableBytes) * DAYS_KEPT) / 1e9) * 2 * GIGABYTE_MONTH;
  return { cores: forCores, disk, total: forCores + disk };
}
