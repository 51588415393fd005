/** What a run as one caller comes to: its table's rows, and the sentences that make it a failed one. */
import type { Finding, Tally } from "./tally";

/** Limits are documented, but a run that is mostly answered by them tries nothing else. */
const LIMITED_SHARE_MAX = 0.1;

export interface Run {
  readonly caller: string;
  readonly seed: number;
  readonly cases: number;
  readonly doneShareMin: number;
  readonly tally: Tally;
}

/** A row for each phase: how many answers, and the share of each status. */
export function rowsOf({ caller, tally }: Run): readonly string[] {
  return [...tally.statuses].flatMap(([phase, statuses]) => {
    const all = sum(statuses.values());
    if (all === 0) return [];
    const shares = [...statuses]
      .sort(([left], [right]) => left - right)
      .map(([status, count]) => `${status === 0 ? "none" : status}: ${count}`);
    return [`${caller.padEnd(15)} ${phase.padEnd(9)} ${String(all).padStart(6)}  ${shares.join(", ")}`];
  });
}

/** Each is a sentence; none where the run found nothing and did enough. */
export function faultsOf(run: Run): readonly string[] {
  const { caller, tally, doneShareMin } = run;
  const counts = [...tally.statuses.values()].flatMap((statuses) => [...statuses]);
  const all = sum(counts.map(([, count]) => count));
  const share = (of: (status: number) => boolean) =>
    all === 0 ? 0 : sum(counts.filter(([status]) => of(status)).map(([, count]) => count)) / all;
  const [done, limited] = [share((status) => status >= 200 && status < 300), share((status) => status === 429)];
  return [
    ...tally.findings.map((finding) => described(run, finding)),
    ...(all === 0 ? [`As ${caller}, nothing was called.`] : []),
    ...(done < doneShareMin ? [`As ${caller}, too few answers were 2xx: ${percent(done)}.`] : []),
    ...(limited > LIMITED_SHARE_MAX ? [`As ${caller}, too many answers were 429: ${percent(limited)}.`] : []),
  ];
}

function described({ caller, seed, cases }: Run, finding: Finding): string {
  const { phase, operation, title, message, status, curl } = finding;
  const [, path = ""] = operation.split(" ");
  const only = path.startsWith("/") ? ` --only '${path}'` : "";
  const again = `npm run fuzz -- --seed ${seed} --cases ${cases} --as ${caller} --phases ${phase}${only}`;
  const what = `${title} (${status ?? "no answer"}): ${operation}, as ${caller}, in phase ${phase}, by seed ${seed}`;
  return [what, ...message.split("\n"), curl, again].filter((line) => line.trim() !== "").join("\n  ");
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);
