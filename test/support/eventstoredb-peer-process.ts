/** Runs the protocol peer as a process of its own: `tsx eventstoredb-peer-process.ts FILE [PORT]`. */
import { startPeerServer } from "./eventstoredb-peer";
import type { Written } from "./eventstoredb-peer-log";

/** What the parent says over the channel; each is confirmed once it holds. */
export type PeerOrder =
  | { readonly order: "delay"; readonly milliseconds: number }
  | { readonly order: "lose"; readonly answers: number }
  | { readonly order: "show" }
  | { readonly order: "rewrite"; readonly events: readonly Written[] };

/** What is said back: of `show`, everybody's events. */
export interface PeerConfirmation {
  readonly confirmed: PeerOrder["order"];
  readonly events?: readonly Written[];
}

async function run(): Promise<void> {
  const [file, port] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: eventstoredb-peer-process.ts FILE [PORT]");
  const peer = await startPeerServer(file, Number(port ?? 0));
  process.on("message", (message: PeerOrder) => {
    if (message.order === "delay") peer.faults.delayMs = message.milliseconds;
    else if (message.order === "lose") peer.faults.loseAnswers = message.answers;
    else if (message.order === "rewrite") peer.log.rewrite(message.events);
    const events = message.order === "show" ? { events: peer.log.written() } : {};
    const confirmation: PeerConfirmation = { confirmed: message.order, ...events };
    process.send?.(confirmation);
  });
  // Without its parent nobody would ever stop it.
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  process.stdout.write(`listening on 127.0.0.1:${peer.port}\n`);
  process.send?.({ port: peer.port });
}

void run();
