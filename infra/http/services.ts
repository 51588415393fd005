/** What the composition root hands to endpoints beside the request: engines and adapters, by the names of their ports. */
import type { Knex } from "knex";
import type { Attestor } from "../attestation/attestor";
import type { CollectionQueue, CollectionSchedule } from "../collection-queue/collection-queue";
import type { CommandRunner } from "../command-runner/command-runner";
import type { EventLog } from "../event-log/event-log";
import type { Generation } from "../generation/generation";
import type { Credentials } from "../identity/credentials";
import type { PendingChanges } from "../identity/pending-changes";
import type { Sessions } from "../identity/sessions";
import type { SignedIds } from "../identity/signed-ids";
import type { Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import type { Mailer } from "../mail/mailer";
import type { GuardedClient } from "../outbound/guarded-connector";
import type { AskJson } from "../postgres/json-answers";
import type { PlacesProvider } from "../places-provider/places-provider";
import type { ReadPositions } from "../projector/projector";
import type { SandboxControl } from "../sms-provider/sandbox-control";
import type { SmsProvider } from "../sms-provider/sms-provider";
import type { Redact } from "../sealing/open-events";
import type { TimeTravel } from "../time-travel/time-travel";
import type { Clock } from "../time/clock";
import type { Health } from "./health";
import type { Limiter } from "./rate-limiter";
import type { Standings } from "./request-limits";

/** Who may administer: an address that the settings list, and the token that the settings hold. */
export interface Administration {
  isListed(email: string): boolean;
  /** Compared in constant time; false for every token where the settings hold none. */
  isToken(token: string): boolean;
}

export interface UnsubscribeTokens {
  /** Of the requests for reviews. */
  readonly reviewRequests: SignedIds;
  /** Of the businesses whose alerts are mailed. */
  readonly alertMails: SignedIds;
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
  readonly askJson: AskJson;
  /** What was, folded from the log. */
  readonly timeTravel: TimeTravel;
  /** How events look to whom their sealed fields are not to be shown. */
  readonly redact: Redact;
  /** Signs what others can check without the service. */
  readonly attestor: Attestor;
  readonly positions: ReadPositions;
  readonly limiter: Limiter;
  /** How the limits stand that headers tell of. */
  readonly standings: Standings;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly pendingChanges: PendingChanges;
  readonly hashApiKey: (key: string) => string;
  /** The addresses of shared charts. */
  readonly embedTokens: SignedIds;
  /** The links with which whoever gets mails gets no more of their kind. */
  readonly unsubscribeTokens: UnsubscribeTokens;
  /** The one way out of the service. */
  readonly outbound: GuardedClient;
  /** Whoever knows the world's places; null where no provider is configured. */
  readonly places: PlacesProvider | null;
  /** Whoever carries text messages; null where no provider is chosen. */
  readonly sms: SmsProvider | null;
  /** What people do to the stand-in of a messaging provider; null where another one, or none, is chosen. */
  readonly smsSandbox: SandboxControl | null;
  readonly mail: Mailer;
  /** Whoever writes answers and texts from facts: a model, or the local composer where none is configured. */
  readonly generation: Generation;
  /** What somebody asked collectors for. */
  readonly collectionQueue: CollectionQueue;
  /** What collectors are asked for every day. */
  readonly collectionSchedule: CollectionSchedule;
  /** The page for auditors, and the one for whom it is not. */
  readonly auditPage: { readonly index: string; readonly signIn: string };
  readonly health: Health;
  /** How long the text of a review is kept, in UTC days from the one on which it was collected. */
  readonly reviewTextDays: number;
  readonly administration: Administration;
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether cookies are for https alone. */
  readonly secureCookies: boolean;
}
