/** A webhook receiver of a test, and the way by which the service finds it: public names that lead to this machine. */
import { connect } from "node:net";
import type { GuardedClientOptions } from "../../infra/outbound/guarded-connector";
import { startHostileReceiver, testAuthority, type HostileReceiver } from "./hostile-receiver";
import type { Arrival } from "./receiver-log";

const PUBLIC_ADDRESS = "93.184.216.34";

export interface Receiving {
  readonly outbound: Partial<GuardedClientOptions>;
  /** What a name resolves to from now on; every name is a public address unless told. */
  resolveTo(name: string, address: string): void;
  /** Addresses that were dialled. */
  readonly dialled: readonly string[];
  /** Bodies that arrived at a path, in order. */
  bodiesAt(path: string): readonly WebhookBody[];
  arrivalsAt(path: string): readonly Arrival[];
  readonly receiver: HostileReceiver;
  /** The secrets that the receiver knows of. */
  readonly secrets: Set<string>;
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookBody {
  readonly id: string;
  readonly type: string;
  readonly businessId: string | null;
  readonly position: number;
  readonly sequence: number | null;
  readonly previousDigest: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** To be opened before the service starts to send and closed after it has stopped. */
export function createReceiving(): Receiving {
  const names = new Map<string, string>();
  const secrets = new Set<string>();
  const dialled: string[] = [];
  let opened: HostileReceiver | undefined;
  const receiver = (): HostileReceiver => {
    if (opened === undefined) throw new Error("The receiver is not open.");
    return opened;
  };
  const arrivalsAt = (path: string) => receiver().arrivals.filter((arrival) => arrival.path === path);
  return {
    outbound: {
      resolver: { resolve: (name) => Promise.resolve([names.get(name) ?? PUBLIC_ADDRESS]) },
      resolutionCacheMs: 0,
      extraAuthorities: [testAuthority],
      dial: (address) => {
        dialled.push(address);
        return connect(receiver().httpsPort, "127.0.0.1");
      },
    },
    resolveTo: (name, address) => void names.set(name, address),
    dialled,
    arrivalsAt,
    bodiesAt: (path) => arrivalsAt(path).map(({ rawBody }) => JSON.parse(rawBody.toString()) as WebhookBody),
    get receiver() {
      return receiver();
    },
    secrets,
    async open() {
      // The service lives by a clock that leaps.
      opened = await startHostileReceiver({ secrets: () => [...secrets], checksAge: false });
    },
    close: () => receiver().close(),
  };
}
