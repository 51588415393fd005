/** What the composition root hands to endpoints beside the request: engines and adapters, by the names of their ports. */
import type { Knex } from "knex";
import type { Attestor } from "../attestation/attestor";
import type { CollectionQueue, CollectionSchedule } from "../collection-queue/collection-queue";
import type { CommandRunner } from "../command-runner/command-runner";
import type { EventLog } from "../event-log/event-log";
import type { Credentials } from "../identity/credentials";
import type { PendingChanges } from "../identity/pending-changes";
import type { Sessions } from "../identity/sessions";
import type { Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import type { Mailer } from "../mail/mailer";
import type { GuardedClient } from "../outbound/guarded-connector";
import type { PlacesProvider } from "../places-provider/places-provider";
import type { ReadPositions } from "../projector/projector";
import type { SandboxControl } from "../sms-provider/sandbox-control";
import type { SmsProvider } from "../sms-provider/sms-provider";
import type { Redact } from "../sealing/open-events";
import type { TimeTravel } from "../time-travel/time-travel";
import type { Clock } from "../time/clock";
import type { Health } from "./health";
import type { Limiter } from "./rate-limiter";

/** Who may administer: an address that the settings list, and the token that the settings hold. */
export interface Administration {
  isListed(email: string): boolean;
  /** Compared in constant time; false for every token where the settings hold none. */
  isToken(token: string): boolean;
}

export interface Services {
  readonly clock: Clock;
  readonly ids: Ids;
  /** For what is to be kept where whoever can write to the database cannot change it. */
  readonly logger: Pick<Logger, "info">;
  readonly log: EventLog;
  /** The same log to the letter, with fields sealed: for what is proven, not shown. */
  readonly storedLog: Pick<EventLog, "readStream" | "head">;
  readonly runner: CommandRunner;
  readonly read: Knex;
  /** What was, folded from the log. */
  readonly timeTravel: TimeTravel;
  /** How events look to whom their sealed fields are not to be shown. */
  readonly redact: Redact;
  /** Signs what others can check without the service. */
  readonly attestor: Attestor;
  readonly positions: ReadPositions;
  readonly limiter: Limiter;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly pendingChanges: PendingChanges;
  readonly hashApiKey: (key: string) => string;
  /** The one way out of the service. */
  readonly outbound: GuardedClient;
  /** Whoever knows the world's places; null where no provider is configured. */
  readonly places: PlacesProvider | null;
  /** Whoever carries text messages; null where no provider is chosen. */
  readonly sms: SmsProvider | null;
  /** What people do to the stand-in of a messaging provider; null where another one, or none, is chosen. */
  readonly smsSandbox: SandboxControl | null;
  readonly mail: Mailer;
  /** What somebody asked collectors for. */
  readonly collectionQueue: CollectionQueue;
  /** What collectors are asked for every day. */
  readonly collectionSchedule: CollectionSchedule;
  readonly health: Health;
  /** How long the text of a review is kept, in UTC days from the one on which it was collected. */
  readonly reviewTextDays: number;
  readonly administration: Administration;
  /** Whether cookies are for https alone. */
  readonly secureCookies: boolean;
}
