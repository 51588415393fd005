/**
 * `npm run bench simulate [name=value …]`: what a population of businesses asks of the service, where the names are those of
 * `bench/scale/population.ts`. Plays a day with the costs that `npm run bench costs` measured, finds the smallest fleet that
 * keeps up, and says which limit comes first.
 */
import { print } from "../harness/print";
import { readCosts, type Costs } from "../scale/costs";
import { HEADROOM, playDay, smallestFleet, type Day, type Fleet } from "../scale/fleet";
import { connectionsOf, limitsOf, type Limit } from "../scale/limits";
import { moneyOf } from "../scale/money";
import { assumed, type Population } from "../scale/population";

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const bytes = (value: number): string =>
  value >= 1e12
    ? `${(value / 1e12).toFixed(1)} TB`
    : value >= 1e9
      ? `${(value / 1e9).toFixed(1)} GB`
      : `${(value / 1e6).toFixed(1)} MB`;
const percent = (part: number): string => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

/** Those of the command line over those assumed; refuses what is no name or no number. */
function populationOf(given: readonly string[]): Population {
  const changed: Record<string, number> = { ...assumed };
  for (const one of given) {
    const [name = "", value = ""] = one.split("=");
    if (!Object.hasOwn(assumed, name))
      throw new Error(`There is no "${name}"; there are ${Object.keys(assumed).join(", ")}.`);
    if (!(Number(value) >= 0) || value === "")
      throw new Error(`${name} must be a number of at least 0, and is "${value}".`);
    changed[name] = Number(value);
  }
  return changed as unknown as Population;
}

interface Played {
  readonly population: Population;
  readonly fleet: Fleet;
  readonly day: Day;
  readonly limits: readonly Limit[];
}

function play(costs: Costs, population: Population): Played {
  const fleet = smallestFleet(costs, population);
  const day = playDay(costs, population, fleet);
  return { population, fleet, day, limits: limitsOf(costs, day, fleet) };
}

function describe({ population, fleet, day, limits }: Played): void {
  const { api, projector, processor } = fleet.processes;
  const money = moneyOf(day, fleet);
  print(
    `${whole(population.businesses)} businesses, ${whole(population.businesses * population.placesPerBusiness)} places`,
  );
  print(`  events           ${whole(day.events)} a day, ${whole(day.eventsPerSecond)} a second in the busiest minute`);
  print(
    `  the log grows by ${bytes(day.logBytes)} a day, other tables by ${bytes(day.tableBytes)}; write-ahead log ${bytes(day.walBytes)}`,
  );
  print(
    `  processes        ${api} api, ${projector} projector, ${processor} processor; ${connectionsOf(fleet)} connections`,
  );
  print(`  database         ${fleet.databaseCores} cores`);
  for (const { part, cpuSeconds, busiest } of day.parts)
    print(
      `    ${part.padEnd(10)} ${whole(cpuSeconds).padStart(12)} CPU seconds a day, busiest minute ${percent(busiest)} of what is planned for`,
    );
  print(
    `  money            ${whole(money.total)} a month: ${whole(money.cores)} for cores, ${whole(money.disk)} for a year's data`,
  );
  const over = limits.filter(({ used }) => used > 1);
  for (const { what, used, remedy } of over)
    print(`  DOES NOT FIT     ${what}: ${used.toFixed(1)} times over. Remedy: ${remedy}.`);
  const [nearest] = limits;
  if (over.length === 0 && nearest !== undefined)
    print(`  nearest limit    ${nearest.what}: ${percent(nearest.used)} used`);
  print();
}

/** Doubles the population until each limit has broken, and prints them in the order in which they do. */
function breaking(costs: Costs, from: Population): void {
  print("What breaks, in this order, as the population grows (nothing remedied):");
  const broken = new Set<string>();
  for (let businesses = 1_000; businesses <= 1e9 && broken.size < 6; businesses *= 1.1) {
    const population = { ...from, businesses };
    for (const { what, used, remedy } of play(costs, population).limits) {
      if (used <= 1 || broken.has(what)) continue;
      broken.add(what);
      print(`  ${whole(businesses).padStart(13)} businesses  ${what}; then ${remedy}`);
    }
  }
}

export function run(given: readonly string[]): void {
  const costs = readCosts();
  const population = populationOf(given);
  print(
    `Costs as measured on ${costs.measured.at} (${costs.measured.machine}); cores are planned to be ${percent(HEADROOM)} busy.`,
  );
  print();
  const sizes = given.some((one) => one.startsWith("businesses="))
    ? [population.businesses]
    : [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
  for (const businesses of sizes) describe(play(costs, { ...population, businesses }));
  breaking(costs, population);
}
