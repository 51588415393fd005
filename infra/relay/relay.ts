/** The port of a relay: what it makes of events, and where that goes. */
import type { Recorded } from "../../domain/fold/event";

/** What an event becomes outside. A null value ends its key: nothing of the key that the log held before follows it. */
export interface RelayRecord {
  readonly key: string;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent in place of the value where that is larger than what arrives there may be. */
  readonly spare?: string;
}

export interface Relay {
  /** Of the checkpoint and of the lease. */
  readonly name: string;
  /** The event types that it makes something of. */
  readonly types: readonly string[];
  /**
   * Pure: the same event becomes the same records, byte for byte, whenever it is sent again. `generation` counts how often
   * the log was moved, because positions grow within one generation only.
   */
  records(event: Recorded, generation: number): readonly RelayRecord[];
}

/** Where records go. Of all sessions that were ever opened, the last one alone can still send. */
export interface RelaySession {
  /** Resolves once all have arrived for good, in this order. After a rejection nothing more is sent in this session. */
  send(records: readonly RelayRecord[]): Promise<void>;
  /** Makes what is under way fail at once. */
  breakOff(): void;
  /** Never rejects. */
  end(): Promise<void>;
}

export interface RelaySink {
  /** What people call it. */
  readonly name: string;
  /** Makes what records go to, where it is missing. Whoever publishes does so before there is anything to send. */
  prepare(): Promise<void>;
  /** From here on nothing of the sessions before arrives, whoever opened them. `id` is that of the relay's installation. */
  open(id: string): Promise<RelaySession>;
}

export interface RelayStatus {
  /** Everything up to here has been acknowledged. */
  readonly position: number;
  /** Records acknowledged since the beginning, repeated ones included. */
  readonly published: number;
  /** When the newest was acknowledged; null before the first. */
  readonly acknowledgedAt: string | null;
  /** Age of the oldest event that is yet to be published, 0 where there is none. */
  readonly secondsBehind: number;
  /** Whether this process publishes. */
  readonly here: boolean;
  /** In this process, since when publishing has failed; null while it does not. */
  readonly failingSince: string | null;
  /** What was wrong the last time, while it fails: a sentence that quotes nothing. */
  readonly fault: string | null;
}
