/** What the hostile receiver saw, and whether a foreign library would have trusted it. */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { systemClock } from "../../infra/time/clock";

export type Verdict = "verified" | "rejected" | "unsigned";

export interface Arrival {
  readonly arrivedAt: Date;
  /** Counts the TCP connections of the receiver from 1. */
  readonly connection: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  /** By the `standardwebhooks` package over the Standard Webhooks headers. */
  readonly standardVerdict: Verdict;
  /** By this file's own reading of `X-Service-Signature`, written from the documentation alone. */
  readonly serviceVerdict: Verdict;
}

export interface VerifierOptions {
  /** The secrets that the receiver holds; any of them may have signed. */
  readonly secrets: readonly string[];
  /** Turned off where a test clock has left the present, since the foreign verifier knows the real time alone. */
  readonly checksAge: boolean;
}

/** Verifies the Standard Webhooks headers with the foreign package. */
export function standardVerdict(headers: IncomingHttpHeaders, rawBody: Buffer, options: VerifierOptions): Verdict {
  const id = single(headers["webhook-id"]);
  const timestamp = single(headers["webhook-timestamp"]);
  const signature = single(headers["webhook-signature"]);
  if (id === "" || timestamp === "" || signature === "") return "unsigned";
  const accepts = (secret: string): boolean => {
    const verifier = new Webhook(secret);
    if (!options.checksAge) {
      const expected = verifier.sign(id, new Date(Number(timestamp) * 1_000), rawBody);
      return signature.split(" ").includes(expected);
    }
    try {
      verifier.verify(
        rawBody,
        { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature },
        { jsonParse: false },
      );
      return true;
    } catch {
      return false;
    }
  };
  return options.secrets.some(accepts) ? "verified" : "rejected";
}

/** Verifies `X-Service-Signature` as a receiver would from the documentation. */
export function serviceVerdict(headers: IncomingHttpHeaders, rawBody: Buffer, options: VerifierOptions): Verdict {
  const timestamp = single(headers["x-service-timestamp"]);
  const given = single(headers["x-service-signature"])
    .split(",")
    .map((value) => Buffer.from(value.trim()));
  if (timestamp === "" || single(headers["x-service-signature"]) === "") return "unsigned";
  const matches = options.secrets.some((secret) => {
    const mac = createHmac("sha256", secret).update(Buffer.concat([Buffer.from(`${timestamp}.`), rawBody]));
    const expected = Buffer.from(`sha256=${mac.digest("hex")}`);
    return given.some((value) => value.length === expected.length && timingSafeEqual(value, expected));
  });
  return matches ? "verified" : "rejected";
}

function single(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

/** The present in Unix seconds; the foreign verifier compares with the real time and takes no other. */
export function presentSeconds(): number {
  return Math.floor(systemClock.now().getTime() / 1_000);
}
