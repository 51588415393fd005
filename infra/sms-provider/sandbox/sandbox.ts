/** A complete local stand-in of a messaging provider, on tables of its own: its numbers exist on no network. */
import type { Pool } from "pg";
import { deriveKey } from "../../identity/keyed-hash";
import type { Ids } from "../../ids/ids";
import type { Logger } from "../../logging/logger";
import { inTransaction } from "../../postgres/transaction";
import type { Clock } from "../../time/clock";
import type { SandboxControl } from "../sandbox-control";
import type { SmsProvider } from "../sms-provider";
import { createSandboxCallbacks } from "./callbacks";
import { createCourier } from "./courier";
import { forgetMessages, newestMessages, send, write } from "./messages";
import { findNumber, provisionNumber, releaseNumber } from "./numbers";
import { advanceRegistration, review } from "./registrations";

const DAY_MS = 86_400_000;
const MESSAGE_DAYS = 90;
/** Numbers go first: with them gone, nothing more is written for the business. */
const ERASED = ["numbers", "registrations", "messages", "callbacks"].map(
  (table) => `DELETE FROM operational.sandbox_${table} WHERE business_id = $1`,
);

export interface SandboxParts {
  /** Its database has `smsSandboxMigrations`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Pick<Logger, "warn">;
  readonly masterKey: Buffer;
  /** Of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the service is told, by path, that a registration was reviewed. */
  readonly reviewedPath: string;
}

export interface SmsSandbox {
  readonly provider: SmsProvider;
  readonly control: SandboxControl;
  /** Hands its callbacks in at this address until it is stopped, which waits for what is under way. */
  listening(url: string): () => Promise<void>;
  erase(businessId: string): Promise<void>;
  /** Forgets messages that are older than ninety days. */
  purge(): Promise<void>;
}

export function createSandbox(parts: SandboxParts): SmsSandbox {
  const { pool, clock, publicUrl, reviewedPath } = parts;
  const key = deriveKey(parts.masterKey, "sms-sandbox");
  const courier = createCourier({ ...parts, key });
  const pathOf = (url: string) => pathBehind(publicUrl, url);
  /** What was left is made once it is committed, and not before the caller has its answer. */
  const afterwards = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    courier.ring();
    return result;
  };
  return {
    provider: {
      name: "sandbox",
      answersKeywords: false,
      provisionNumber: (wanted) => provisionNumber(parts, wanted, pathOf(wanted.inboundUrl)),
      findNumber: (phoneNumberId) => findNumber(parts, phoneNumberId),
      releaseNumber: (providerNumberId) => releaseNumber(parts, providerNumberId),
      advanceRegistration: (registration, keep) => advanceRegistration(parts, registration, keep),
      send: (message) => afterwards(send(parts, message, pathOf(message.statusUrl))),
      callbacks: createSandboxCallbacks(key),
    },
    control: {
      review: (...reviewed) => afterwards(review(parts, reviewed, reviewedPath)),
      write: (message) => afterwards(write(parts, message)),
      messages: (limit) => newestMessages(parts, limit),
    },
    listening: (url) => courier.start(url),
    erase: (businessId) =>
      inTransaction(pool, async (client) => {
        for (const sql of ERASED) await client.query(sql, [businessId]);
      }),
    purge: () => forgetMessages(parts, new Date(clock.now().getTime() - MESSAGE_DAYS * DAY_MS)),
  };
}

/** What stands behind the public address, or behind the origin of another one: the service may have been known by that before. */
function pathBehind(publicUrl: string, url: string): string {
  if (url.startsWith(`${publicUrl}/`)) return url.slice(publicUrl.length);
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
