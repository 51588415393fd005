/** What this process folds under leases: managers, or shards of them. */
import type { Lease, LeaseDuties } from "../leases/leases";
import { Cohort } from "./cohort";
import type { Engine } from "./engine";
import { LateMoves } from "./late-moves";
import type { Process } from "./process-manager";
import { nameOf, shardsOf, type Shard } from "./shards";
import type { ManagerWorkers } from "./workers";

export class Folding {
  readonly duties: LeaseDuties;
  readonly #shards = new Map<string, Shard>();
  readonly #cohorts = new Map<string, Cohort>();

  /** `moved` hears of every checkpoint that moved. */
  constructor(
    engine: Engine,
    processes: readonly Process[],
    workers: ReadonlyMap<string, ManagerWorkers>,
    moved: () => void,
  ) {
    const late = new LateMoves(engine);
    for (const process of processes) {
      const { name } = process.manager;
      const tell = () => {
        workers.get(name)?.moved();
        moved();
      };
      this.#cohorts.set(name, new Cohort(engine, process, late, tell));
      for (const shard of shardsOf(process.manager)) this.#shards.set(nameOf(shard), shard);
    }
    this.duties = { kind: "process-manager", names: [...this.#shards.keys()], hold: (lease) => this.#hold(lease) };
  }

  /** Whether this process folds the manager, or a shard of it. */
  isHere(manager: string): boolean {
    return this.#cohorts.get(manager)?.isHere === true;
  }

  /** The manager may have been let go on. */
  wake(manager: string): void {
    this.#cohorts.get(manager)?.wake();
  }

  async #hold({ name, signal }: Lease): Promise<void> {
    const shard = this.#shards.get(name);
    if (shard !== undefined) await this.#cohorts.get(shard.manager)?.hold(shard, signal);
  }
}
