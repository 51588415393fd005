/**
 * Runs one member of a cluster of peers: `tsx eventstoredb-peer-member.ts PORT OPTIONS`. Its parent keeps what a majority
 * would: the log and who leads. A member answers readers from its own copy and hands writes to the parent while it leads.
 */
import { startPeerServer, type Member, type Membership, type PeerOptions } from "./eventstoredb-peer";
import { PeerLog, type PeerExpectation, type PeerOutcome, type ProposedEvent } from "./eventstoredb-peer-log";
import type { Written } from "./eventstoredb-peer-written";
import type { NotLeading } from "./eventstoredb-peer-writes";

export type ToMember =
  | { readonly tell: "ping"; readonly number: number }
  | { readonly tell: "replicate"; readonly events: readonly Written[] }
  | { readonly tell: "standing"; readonly epoch: number; readonly members: readonly Member[] }
  | { readonly tell: "outcome"; readonly id: number; readonly outcome: SentOutcome };

export type FromMember =
  { readonly say: "listening"; readonly port: number } | { readonly say: "pong"; readonly number: number } | SentWrite;

export interface SentWrite {
  readonly say: "write";
  readonly id: number;
  /** Of the election that made the member leader: the parent takes nothing from who was deposed since. */
  readonly epoch: number;
  readonly stream: string;
  readonly expected: string;
  /** `hard` and `soft` remove the stream. */
  readonly what:
    readonly (Omit<ProposedEvent, "data" | "metadata"> & { data: string; metadata: string })[] | "hard" | "soft";
}

/** Revisions as text. */
export type SentOutcome =
  | { readonly kind: "written"; readonly revision: string; readonly position: number }
  | { readonly kind: "wrong"; readonly current: string }
  | { readonly kind: "deleted" | "not_leader" };

let members: readonly Member[] = [];
let epoch = 0;
let port = 0;
let nextId = 0;
const waiting = new Map<number, (outcome: PeerOutcome | NotLeading) => void>();

const leads = (): boolean => members.some((member) => member.leads && member.port === port);
const leader = (): Member | undefined => members.find((member) => member.leads);
const say = (message: FromMember): void => void process.send?.(message);

function write(stream: string, expected: PeerExpectation, what: SentWrite["what"]): Promise<PeerOutcome | NotLeading> {
  if (!leads()) return Promise.resolve({ kind: "not_leader", leader: leader() });
  const id = nextId++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    say({ say: "write", id, epoch, stream, expected: String(expected), what });
  });
}

const membership: Membership = {
  leads,
  members: () => members,
  store: {
    append: (stream, expected, events) => {
      const sent = events.map((event) => ({
        ...event,
        data: event.data.toString("base64"),
        metadata: event.metadata.toString("base64"),
      }));
      return write(stream, expected, sent);
    },
    remove: (stream, expected, hard) => write(stream, expected, hard ? "hard" : "soft"),
  },
};

function received(outcome: SentOutcome): PeerOutcome | NotLeading {
  if (outcome.kind === "written") return { ...outcome, revision: BigInt(outcome.revision) };
  if (outcome.kind === "wrong") return { kind: "wrong", current: BigInt(outcome.current) };
  return outcome.kind === "deleted" ? { kind: "deleted" } : { kind: "not_leader", leader: leader() };
}

async function run(): Promise<void> {
  const [wantedPort, options] = process.argv.slice(2);
  const log = new PeerLog(undefined);
  process.on("message", (message: ToMember) => {
    if (message.tell === "ping") say({ say: "pong", number: message.number });
    else if (message.tell === "replicate") log.replicate(message.events);
    else if (message.tell === "standing") ({ epoch, members } = message);
    else {
      waiting.get(message.id)?.(received(message.outcome));
      waiting.delete(message.id);
    }
  });
  process.on("disconnect", () => process.exit(0));
  const peer = await startPeerServer(log, Number(wantedPort), JSON.parse(options ?? "{}") as PeerOptions, membership);
  port = peer.port;
  say({ say: "listening", port });
}

void run();
