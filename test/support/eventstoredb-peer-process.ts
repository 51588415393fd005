/** Runs the protocol peer as a process of its own: `tsx eventstoredb-peer-process.ts FILE [PORT]`. */
import { startPeerServer } from "./eventstoredb-peer";

/** What the parent says over the channel; each is confirmed once it holds. */
export type PeerOrder =
  { readonly order: "delay"; readonly milliseconds: number } | { readonly order: "lose"; readonly answers: number };

async function run(): Promise<void> {
  const [file, port] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: eventstoredb-peer-process.ts FILE [PORT]");
  const peer = await startPeerServer(file, Number(port ?? 0));
  process.on("message", (message: PeerOrder) => {
    if (message.order === "delay") peer.faults.delayMs = message.milliseconds;
    else peer.faults.loseAnswers = message.answers;
    process.send?.({ confirmed: message.order });
  });
  // Without its parent nobody would ever stop it.
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  process.stdout.write(`listening on 127.0.0.1:${peer.port}\n`);
  process.send?.({ port: peer.port });
}

void run();
