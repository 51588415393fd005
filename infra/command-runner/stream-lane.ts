/** The commands that wait for one stream: one batch under way at a time, in the order in which they came. */
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import type { Refusal } from "../../domain/fold/refusal";
import { LogUnavailable } from "../event-log/event-log";
import { ContentionError, type Executed } from "./command-runner";
import type { Command, Ruling } from "./decide-batch";
import { settleBatch, type Settled, type Settling } from "./settle-batch";
import type { AnyAggregate } from "./snapshot";
import { StreamErasedError } from "./stream-erased-error";
import { eventsOfCommand } from "./stream-reader";

type Answer = Executed<unknown, AnyEvent> | Refusal;

interface Waiting extends Command {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export class StreamLane {
  readonly #settling: Settling;
  readonly #stream: string;
  readonly #aggregate: AnyAggregate;
  readonly #commandsMax: number;
  readonly #idle: () => void;
  readonly #waiting: Waiting[] = [];
  #running = false;

  /** `idle` is called whenever nothing waits any more; the lane may be dropped then. */
  constructor(settling: Settling, stream: string, aggregate: AnyAggregate, commandsMax: number, idle: () => void) {
    this.#settling = settling;
    this.#stream = stream;
    this.#aggregate = aggregate;
    this.#commandsMax = commandsMax;
    this.#idle = idle;
  }

  add(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...command, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, this.#commandsMax));
    this.#running = false;
    this.#idle();
  }

  /** Never throws: whatever goes wrong is told to the commands. */
  async #settle(commands: readonly Waiting[]): Promise<void> {
    try {
      const settled = await settleBatch(this.#settling, this.#stream, this.#aggregate, commands);
      commands.forEach((command, index) => this.#answer(command, settled, settled.rulings[index]));
    } catch (error) {
      if (commands.length === 1 || concernsAll(error)) {
        for (const { reject } of commands) reject(error);
      } else {
        // One command's fault must not fail those that only happened to share its append.
        for (const command of commands) await this.#settle([command]);
      }
    }
  }

  #answer(command: Waiting, settled: Settled, ruling: Ruling | undefined): void {
    switch (ruling?.kind) {
      case "refused":
        return command.resolve(ruling.refusal);
      case "decided": {
        const { state, revision } = ruling;
        const { position } = settled.snapshot;
        return command.resolve({ state, revision, position, events: ownEvents(command, settled), repeated: false });
      }
      case "twin":
        return command.resolve(repetition(settled, ownEvents(command, settled)));
      case "seen":
        if (command.context.repeatedEvents === "left_out") return command.resolve(repetition(settled, []));
        eventsOfCommand(this.#settling.log, this.#stream, command.context.commandId, ruling.first).then(
          (events) => command.resolve(repetition(settled, events)),
          command.reject,
        );
        return;
      default:
        return command.reject(ruling?.error);
    }
  }
}

const concernsAll = (error: unknown) =>
  error instanceof LogUnavailable || error instanceof ContentionError || error instanceof StreamErasedError;

const ownEvents = ({ context }: Command, { appended }: Settled): readonly Recorded[] =>
  appended.filter(({ metadata }) => metadata.commandId === context.commandId);

const repetition = ({ snapshot }: Settled, events: readonly Recorded[]): Answer => ({
  state: snapshot.state,
  revision: snapshot.revision,
  position: snapshot.position,
  events,
  repeated: true,
});
