/** A clock that stands still until a test moves it: thirty days pass in a line. */
import type { Clock } from "../../infra/time/clock";

interface Call {
  readonly due: number;
  readonly run: () => void;
}

export class TestClock implements Clock {
  #now: number;
  #calls: readonly Call[] = [];

  constructor(start = "2026-01-01T00:00:00.000Z") {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  after(milliseconds: number, run: () => void): () => void {
    const call = { due: this.#now + milliseconds, run };
    this.#calls = [...this.#calls, call];
    return () => {
      this.#calls = this.#calls.filter((other) => other !== call);
    };
  }

  /** Moves on and makes every call that falls due on the way, in order, each at its own time. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (let call = this.#nextUntil(end); call !== undefined; call = this.#nextUntil(end)) {
      this.#calls = this.#calls.filter((other) => other !== call);
      this.#now = Math.max(this.#now, call.due);
      call.run();
      // What the call started may ask for the next call: let it get there before time goes on.
      await new Promise((settle) => setImmediate(settle));
    }
    this.#now = end;
  }

  #nextUntil(end: number): Call | undefined {
    return this.#calls.filter(({ due }) => due <= end).sort((left, right) => left.due - right.due)[0];
  }
}
