/** A complete local stand-in of a messaging provider, on tables of its own: its numbers exist on no network. */
import type { Pool } from "pg";
import { deriveKey } from "../../identity/keyed-hash";
import type { Ids } from "../../ids/ids";
import type { Logger } from "../../logging/logger";
import type { Clock } from "../../time/clock";
import type { SandboxControl } from "../sandbox-control";
import type { SmsProvider } from "../sms-provider";
import { createSandboxCallbacks } from "./callbacks";
import { createCallbackDispatcher } from "./callback-dispatcher";
import { createSandboxKept } from "./kept";
import { findSent, newestMessages, send, write } from "./messages";
import { provisionNumber } from "./numbers";
import { advanceRegistration, review } from "./registrations";

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
}

export function createSandbox(parts: SandboxParts): SmsSandbox {
  const { publicUrl, reviewedPath } = parts;
  const key = deriveKey(parts.masterKey, "sms-sandbox");
  const dispatcher = createCallbackDispatcher({ ...parts, key });
  const pathOf = (url: string) => pathBehind(publicUrl, url);
  /** What was left is made once it is committed, and not before the caller has its answer. */
  const afterwards = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    dispatcher.wake();
    return result;
  };
  return {
    provider: {
      ...createSandboxKept(parts).holder,
      answersKeywords: false,
      provisionNumber: (wanted) => provisionNumber(parts, wanted, pathOf(wanted.inboundUrl)),
      advanceRegistration: (registration, keep) => advanceRegistration(parts, registration, keep),
      send: (message) => afterwards(send(parts, message, pathOf(message.statusUrl))),
      findSent: (message) => findSent(parts, message),
      callbacks: createSandboxCallbacks(key),
    },
    control: {
      review: (...reviewed) => afterwards(review(parts, reviewed, reviewedPath)),
      write: (message) => afterwards(write(parts, message)),
      messages: (limit) => newestMessages(parts, limit),
    },
    listening: (url) => dispatcher.start(url),
  };
}

/** What stands behind the public address, or behind the origin of another one: the service may have been known by that before. */
function pathBehind(publicUrl: string, url: string): string {
  if (url.startsWith(`${publicUrl}/`)) return url.slice(publicUrl.length);
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
