/** Real observations: 3,324 places to stay in Oslo and ten years of their reviews, from a file into every table. */
import type { Part, Sample } from "../harness/part";
import { hasRealObservations, writeRealObservations, type Observations } from "../harness/real-observations";
import type { Stage } from "../harness/stage";
import type { Worker } from "../harness/worker";

/** Of the 81,000: all of them, six times over, would take the time of all other parts. */
const OBSERVATIONS = 20_000;

const COSTS =
  "On 2026-11-22, by CPU time on a busy machine: an observation, 1.6 events, cost 215 µs in Node and 115 in PostgreSQL. On 2026-11-23, both programs in turns on a busier machine: an eighth less in Node (258 µs for 295, one warm round of each), since deciding takes 16 µs for 34 and reading a line 6.5 for 9.6. So two cores that do nothing else would end at some 6,600/s, and one process at 5,300/s. What is left of Node's is flat: 15 % garbage, and no function has 4 % for itself. Of PostgreSQL's, 45 are the appends and 46 the tables and the places' earlier events. A young generation of 32 MB (--max-semi-space-size) takes a tenth off Node's";

interface TakenIn {
  readonly ms: number;
  readonly takenMs: number;
  readonly events: number;
  readonly received: number;
  readonly rejected: number;
  readonly places: number;
  readonly reviews: number;
  readonly outOfOrder: number;
}

async function takeIn(stage: Stage, worker: Worker, wanted: Observations, round: number): Promise<Sample> {
  const url = await stage.newDatabase(`ingest_${stage.scale}_${round}`);
  const taken = await worker.call<TakenIn>("run", { url, file: wanted.file });
  const { ms, takenMs, events, received, rejected, outOfOrder } = taken;
  const missing = wanted.number - received + rejected + Math.abs(wanted.places - taken.places);
  return {
    value: (wanted.number * 1_000) / ms,
    lost: missing + Math.max(0, wanted.reviews - taken.reviews),
    doubled: Math.max(0, taken.reviews - wanted.reviews),
    outOfOrder,
    also: { events, "s to take in": takenMs / 1_000, "s to visible": ms / 1_000 },
  };
}

export const ingest: Part = {
  name: "ingest",
  seconds: 40,
  about: "Real observations as NDJSON from a file, decided one by one, until every table shows them.",
  async open(stage) {
    if (!hasRealObservations()) return { workloads: [], close: () => Promise.resolve() };
    const observations = await writeRealObservations(stage.folder, OBSERVATIONS * stage.scale);
    const worker = await stage.worker("workers/take-in.ts", null);
    let rounds = 0;
    return {
      workloads: [
        {
          name: `${observations.number.toLocaleString("en")} observations to visible rows`,
          unit: "/s",
          contenders: [
            {
              name: "the service",
              setUp:
                "as npm run observations takes a file in where no service runs: the same decisions, all tables kept beside",
              run: () => takeIn(stage, worker, observations, (rounds += 1)),
            },
          ],
          targets: [{ figure: "value", atLeast: 10_000, obstacle: COSTS }],
        },
      ],
      close: () => Promise.resolve(),
    };
  },
};
