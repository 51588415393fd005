/** Every observation of a run, and when somebody acknowledged it; each of a place says something new. */
import { systemClock } from "../../../infra/time/clock";

export interface Observed {
  readonly id: string;
  readonly placeId: string;
  readonly rating: number;
  readonly by: "http" | "kafka";
  /** By performance.now(); null while nobody has acknowledged it. */
  acknowledgedAt: number | null;
  /** By the system's clock, in milliseconds. */
  acknowledgedTime: number | null;
}

export interface Notebook {
  readonly observed: readonly Observed[];
  observe(placeId: string, by: Observed["by"]): Observed;
  acknowledge(ones: readonly Observed[]): void;
}

export function createNotebook(): Notebook {
  const observed: Observed[] = [];
  const counts = new Map<string, number>();
  return {
    observed,
    observe(placeId, by) {
      const count = (counts.get(placeId) ?? 0) + 1;
      counts.set(placeId, count);
      const one = { id: `${placeId}-${count}`, placeId, rating: (count % 41) / 10 + 0.5, by };
      const kept: Observed = { ...one, acknowledgedAt: null, acknowledgedTime: null };
      observed.push(kept);
      return kept;
    },
    acknowledge(ones) {
      for (const one of ones) {
        one.acknowledgedAt = performance.now();
        one.acknowledgedTime = systemClock.now().getTime();
      }
    },
  };
}

/** As it is handed in. */
export function textOf({ id, placeId, rating }: Observed): string {
  const listing = { name: `At ${placeId}`, rating, reviewCount: 10 };
  return JSON.stringify({ id, placeId, observedAt: systemClock.now().toISOString(), source: "chaos", listing });
}
