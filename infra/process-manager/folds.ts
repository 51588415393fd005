/** What this process folds under leases: managers, or shards of them. */
import type { Lease, LeaseDuties } from "../leases/leases";
import type { Engine } from "./engine";
import { consume } from "./events";
import { retryHalted } from "./halting";
import type { Process } from "./process-manager";
import { nameOf, register, shardsOf, type Shard } from "./shards";
import type { ManagerWorkers } from "./workers";

export class Folding {
  readonly duties: LeaseDuties;
  readonly #shards = new Map<string, { readonly process: Process; readonly shard: Shard }>();
  readonly #here = new Map<string, string>();

  constructor(
    private readonly engine: Engine,
    processes: readonly Process[],
    private readonly workers: ReadonlyMap<string, ManagerWorkers>,
    private readonly moved: () => void,
  ) {
    for (const process of processes)
      for (const shard of shardsOf(process.manager)) this.#shards.set(nameOf(shard), { process, shard });
    this.duties = { kind: "process-manager", names: [...this.#shards.keys()], hold: (lease) => this.#hold(lease) };
  }

  /** Whether this process folds the manager, or a shard of it. */
  isHere(manager: string): boolean {
    return [...this.#here.values()].includes(manager);
  }

  async #hold({ name, signal }: Lease): Promise<void> {
    const { process, shard } = this.#shards.get(name) ?? {};
    const workers = process && this.workers.get(process.manager.name);
    if (process === undefined || shard === undefined || workers === undefined) return;
    const { engine } = this;
    const { bell, takeDown } = workers.hang();
    const moved = () => {
      workers.moved();
      this.moved();
    };
    this.#here.set(name, shard.manager);
    try {
      await register(engine.pool, engine.log, process.manager);
      // A restart may well have brought the remedy.
      await retryHalted(engine, shard.manager);
      await consume({ engine, process, shard, woken: () => bell.next(), moved }, signal);
    } finally {
      takeDown();
      this.#here.delete(name);
    }
  }
}
