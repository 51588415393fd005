/** A clock that runs like the machine's and leaps ahead when a test says so: engines keep their rhythm, and days pass in a line. */
import { systemClock, type Clock } from "../../infra/time/clock";

interface Call {
  readonly due: number;
  readonly run: () => void;
  callOff: () => void;
}

export class TravellingClock implements Clock {
  #ahead = 0;
  readonly #calls = new Set<Call>();

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#ahead);
  }

  after(milliseconds: number, run: () => void): () => void {
    const call: Call = { due: this.now().getTime() + milliseconds, run, callOff: () => undefined };
    this.#arm(call);
    return () => {
      call.callOff();
      this.#calls.delete(call);
    };
  }

  /** What falls due on the way is called at once, in order of time. */
  leap(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const call of [...this.#calls].sort((left, right) => left.due - right.due)) {
      call.callOff();
      this.#arm(call);
    }
  }

  #arm(call: Call): void {
    this.#calls.add(call);
    call.callOff = systemClock.after(Math.max(0, call.due - this.now().getTime()), () => {
      this.#calls.delete(call);
      call.run();
    });
  }
}
