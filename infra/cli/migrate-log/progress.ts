/** How far a move is: a bar on a terminal, elsewhere a line now and then. */
import { SingleBar } from "cli-progress";
import type { MoveProgress } from "../../composition/programs/move-log";

/** Without a terminal, as often as an operator who reads along wants to know. */
const LINE_EVERY_MS = 5_000;

export interface Progress extends MoveProgress {
  /** The read tables; `share` from 0 to 1. */
  filled(share: number): void;
}

export function createProgress(output: NodeJS.WriteStream, nowMs: () => number = () => performance.now()): Progress {
  const step = new Step(output, nowMs);
  return {
    begin: (what, events, done) => step.begin(`Events ${what}`, events, done),
    add: (events) => step.add(events),
    end: () => step.end(),
    filled: (share) => step.filled(share),
  };
}

class Step {
  #bar: SingleBar | undefined;
  #what = "";
  #all: number | undefined;
  #done = 0;
  #began = { ms: 0, done: 0 };
  #saidMs = 0;

  constructor(
    private readonly output: NodeJS.WriteStream,
    private readonly nowMs: () => number,
  ) {}

  begin(what: string, all: number | undefined, done: number): void {
    const now = this.nowMs();
    [this.#what, this.#all, this.#done, this.#began, this.#saidMs] = [what, all, done, { ms: now, done }, now];
    if (!this.output.isTTY) return;
    const known = all === undefined ? "" : "{bar} {percentage}% | {eta_formatted} left | ";
    this.#bar = new SingleBar({ format: `{what} ${known}{value} | {rate}/s`, stream: this.output });
    this.#bar.start(Math.max(all ?? done, 1), done, { what, rate: 0 });
  }

  add(events: number): void {
    this.#done += events;
    const now = this.nowMs();
    this.#bar?.update(this.#done, { what: this.#what, rate: this.#rate(now) });
    if (this.output.isTTY || now - this.#saidMs < LINE_EVERY_MS) return;
    this.#saidMs = now;
    this.output.write(`${this.#line(now)}\n`);
  }

  filled(share: number): void {
    if (share === 0 || this.#what !== "Tables filled, percent") this.begin("Tables filled, percent", 100, 0);
    this.add(Math.floor(share * 100) - this.#done);
    if (share === 1) this.end();
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }

  #rate(now: number): number {
    const seconds = (now - this.#began.ms) / 1000;
    return seconds === 0 ? 0 : Math.round((this.#done - this.#began.done) / seconds);
  }

  #line(now: number): string {
    const rate = this.#rate(now);
    const said = `${this.#what}: ${this.#done}${this.#all === undefined ? "" : ` of ${this.#all}`}, ${rate}/s`;
    if (this.#all === undefined || rate === 0 || this.#all <= this.#done) return said;
    return `${said}, ${Math.ceil((this.#all - this.#done) / rate)} s left`;
  }
}
