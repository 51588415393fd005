/** How many calls a UTC day may have. Counted in this process: a restart begins again. */
import type { Clock } from "../time/clock";
import { PlacesProviderError } from "./places-provider";

const DAY_MS = 86_400_000;

export class DailyBudget {
  #day = -1;
  #used = 0;

  constructor(
    private readonly clock: Clock,
    private readonly callsMax: number,
  ) {}

  /** Counts a call; throws where the day has had its calls. */
  take(): void {
    const now = this.clock.now().getTime();
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#used = 0;
    }
    if (this.#used >= this.callsMax) {
      const seconds = Math.ceil(((day + 1) * DAY_MS - now) / 1_000);
      throw new PlacesProviderError("quota", "The day's calls of the places provider are used up.", seconds);
    }
    this.#used += 1;
  }
}
