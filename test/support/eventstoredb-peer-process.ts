/** Runs the protocol peer as a process of its own: `tsx eventstoredb-peer-process.ts FILE [PORT [OPTIONS]]`, options as JSON. */
import { startPeerServer, type PeerOptions } from "./eventstoredb-peer";
import { PeerLog } from "./eventstoredb-peer-log";
import type { Written } from "./eventstoredb-peer-written";
import { dropSubscriptions, fallBehind, type Served } from "./eventstoredb-peer-read";

/** What the parent says over the channel; each is confirmed once it holds. */
export type PeerOrder =
  | { readonly order: "delay"; readonly milliseconds: number }
  | { readonly order: "lose"; readonly answers: number }
  | { readonly order: "slow-search"; readonly milliseconds: number }
  | { readonly order: "drop" | "fall-behind" | "served" | "show" | "show-all" }
  | { readonly order: "scavenge"; readonly before?: number }
  | { readonly order: "rewrite"; readonly events: readonly Written[] };

/** What is said back: of `show` everybody's events, of `show-all` the system's too, of `served` what readers were sent. */
export interface PeerConfirmation {
  readonly confirmed: PeerOrder["order"];
  readonly events?: readonly Written[];
  readonly served?: Served;
  /** How many records a scavenge removed. */
  readonly removed?: number;
}

async function run(): Promise<void> {
  const [file, port, options] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: eventstoredb-peer-process.ts FILE [PORT [OPTIONS]]");
  const given = JSON.parse(options ?? "{}") as PeerOptions;
  const { faults, reads, log, port: bound } = await startPeerServer(new PeerLog(file), Number(port ?? 0), given);
  const obey = (message: PeerOrder): Omit<PeerConfirmation, "confirmed"> => {
    if (message.order === "delay") faults.delayMs = message.milliseconds;
    else if (message.order === "lose") faults.loseAnswers = message.answers;
    else if (message.order === "slow-search") faults.searchMs = message.milliseconds;
    else if (message.order === "rewrite") log.rewrite(message.events);
    else if (message.order === "scavenge") return { removed: log.scavenge(message.before) };
    else if (message.order === "drop") dropSubscriptions(reads);
    else if (message.order === "fall-behind") fallBehind(reads);
    else if (message.order === "served") return { served: { ...reads.served } };
    else return { events: message.order === "show" ? log.written() : log.writtenFrom(0) };
    return {};
  };
  process.on("message", (message: PeerOrder) => {
    const confirmation: PeerConfirmation = { confirmed: message.order, ...obey(message) };
    process.send?.(confirmation);
  });
  // Without its parent nobody would ever stop it.
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  process.stdout.write(`listening on 127.0.0.1:${bound}\n`);
  process.send?.({ port: bound });
}

void run();
