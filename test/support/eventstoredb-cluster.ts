/** Three peers that are one cluster: one leads, the others follow, and where the leader is lost another is elected. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Member, PeerOptions } from "./eventstoredb-peer";
import { PeerLog, type PeerExpectation, type PeerOutcome } from "./eventstoredb-peer-log";
import type { Written } from "./eventstoredb-peer-written";
import type { FromMember, SentOutcome, SentWrite, ToMember } from "./eventstoredb-peer-member";
import { WITH_TYPESCRIPT } from "./with-typescript";

export interface ClusterControl {
  readonly ports: readonly number[];
  /** Names all members as gossip seeds, with one in front that nobody listens on. */
  readonly connectionString: string;
  /** Index of who leads; throws while nobody does. */
  leader(): number;
  kill(member: number): Promise<void>;
  /** Comes back as a follower. */
  restart(member: number): Promise<void>;
  freeze(member: number): void;
  thaw(member: number): void;
  /** The leader gives its office to another and stays on as a follower. */
  resign(): void;
  /** Everybody's events as the majority has them. */
  events(): readonly Written[];
  stop(): Promise<void>;
}

const ENTRY = join(__dirname, "eventstoredb-peer-member.ts");
const HEARTBEAT_MS = 250;
/** As long as a member may be silent. */
const SILENCE_MS = 1_000;
/** Without a leader between two. */
const ELECTION_MS = 500;
const NOBODY_LISTENS = 9;

interface Node {
  port: number;
  process: ChildProcess;
  running: boolean;
  answeredAt: number;
}

export async function startCluster(options: PeerOptions = {}, size = 3): Promise<ClusterControl> {
  const folder = await mkdtemp(join(tmpdir(), "eventstoredb-cluster-"));
  const log = new PeerLog(join(folder, "log.ndjson"));
  const nodes: Node[] = [];
  let leading: number | undefined;
  let epoch = 0;
  let electing: NodeJS.Timeout | undefined;
  let stopped = false;
  const send = (node: Node | undefined, message: ToMember): void => {
    if (node?.running === true) node.process.send(message, () => undefined);
  };
  const isAlive = (node: Node): boolean => node.running && performance.now() - node.answeredAt < SILENCE_MS;
  const announce = (): void => {
    const members: Member[] = nodes.map((node, index) => ({
      port: node.port,
      alive: isAlive(node),
      leads: index === leading,
    }));
    for (const node of nodes) send(node, { tell: "standing", epoch, members });
  };
  const elect = (unless: number | undefined): void => {
    clearTimeout(electing);
    if (stopped) return;
    leading = undefined;
    epoch += 1;
    announce();
    electing = setTimeout(() => {
      electing = undefined;
      const able = nodes.flatMap((node, index) => (isAlive(node) ? [index] : []));
      const next = able.find((index) => index !== unless) ?? able[0];
      // Nobody is elected by a minority.
      if (able.length * 2 <= size || next === undefined) return elect(unless);
      leading = next;
      epoch += 1;
      announce();
    }, ELECTION_MS);
  };
  const lost = (): void => {
    const node = leading === undefined ? undefined : nodes[leading];
    if (node !== undefined && !isAlive(node)) elect(leading);
  };
  let written = 0;
  const replicate = (): void => {
    const events = log.writtenFrom(written);
    written = log.all.length;
    for (const node of nodes) send(node, { tell: "replicate", events });
  };
  log.onWrite(replicate);
  const answer = (index: number, { id, epoch: of, stream, expected, what }: SentWrite): void => {
    const taken = index === leading && of === epoch;
    const outcome = taken ? sentOutcome(carryOut(log, stream, expected, what)) : ({ kind: "not_leader" } as const);
    send(nodes[index], { tell: "outcome", id, outcome });
  };
  const start = async (index: number, port: number): Promise<void> => {
    const child = fork(ENTRY, [String(port), JSON.stringify(options)], {
      cwd: __dirname,
      execArgv: [...WITH_TYPESCRIPT],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const node: Node = { port, process: child, running: true, answeredAt: performance.now() };
    const listening = new Promise<void>((resolve, reject) => {
      child.on("message", (message: FromMember) => {
        node.answeredAt = performance.now();
        if (message.say === "write") answer(index, message);
        else if (message.say === "listening") {
          node.port = message.port;
          resolve();
        }
      });
      child.once("exit", () => {
        node.running = false;
        reject(new Error("A member of the cluster ended."));
        lost();
      });
    });
    // What was written before comes first, and with nothing in between.
    child.send({ tell: "replicate", events: log.writtenFrom(0) } satisfies ToMember);
    nodes[index] = node;
    await listening;
  };
  await Promise.all(Array.from({ length: size }, (_, index) => start(index, 0)));
  leading = 0;
  announce();
  const heartbeat = setInterval(() => {
    for (const node of nodes) send(node, { tell: "ping", number: epoch });
    lost();
    announce();
  }, HEARTBEAT_MS);
  const kill = async (index: number): Promise<void> => {
    const node = nodes[index];
    if (node?.running !== true) return;
    const exited = once(node.process, "exit");
    node.process.kill("SIGKILL");
    await exited;
  };
  const ports = nodes.map(({ port }) => port);
  const tls = `tls=${options.tls !== undefined}`;
  return {
    ports,
    connectionString: `esdb+discover://${[NOBODY_LISTENS, ...ports].map((port) => `127.0.0.1:${port}`).join(",")}?${tls}`,
    leader: () => {
      if (leading === undefined) throw new Error("Nobody leads.");
      return leading;
    },
    kill,
    restart: async (index) => {
      await kill(index);
      await start(index, ports[index] ?? 0);
      announce();
    },
    freeze: (index) => void nodes[index]?.process.kill("SIGSTOP"),
    thaw: (index) => void nodes[index]?.process.kill("SIGCONT"),
    resign: () => elect(leading),
    events: () => log.written(),
    stop: async () => {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(electing);
      await Promise.all(nodes.map((_, index) => kill(index)));
      log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function carryOut(log: PeerLog, stream: string, expected: string, what: SentWrite["what"]): PeerOutcome {
  const belief = expectationFrom(expected);
  if (what === "hard" || what === "soft") return log.remove(stream, belief, what === "hard");
  const events = what.map((event) => ({
    ...event,
    data: Buffer.from(event.data, "base64"),
    metadata: Buffer.from(event.metadata, "base64"),
  }));
  return log.append(stream, belief, events);
}

function expectationFrom(text: string): PeerExpectation {
  return text === "any" || text === "none" || text === "exists" ? text : BigInt(text);
}

function sentOutcome(outcome: PeerOutcome): SentOutcome {
  if (outcome.kind === "written") return { ...outcome, revision: outcome.revision.toString() };
  return outcome.kind === "wrong" ? { kind: "wrong", current: outcome.current.toString() } : { kind: "deleted" };
}
