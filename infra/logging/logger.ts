/** Log lines as JSON, readable on a terminal, with every secret taken out before it is written. */
import { pino, type Logger as PinoLogger } from "pino";
import pretty from "pino-pretty";

export type Logger = PinoLogger;

export interface LoggerOptions {
  readonly level: string;
  /** Where the lines go; standard output unless told. */
  readonly stream?: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const SECRET_NAMES = [
  "authorization",
  "cookie",
  '["set-cookie"]',
  '["x-service-key"]',
  "password",
  "passwordHash",
  "secret",
  "secrets",
  "signingSecret",
  "token",
  "apiKey",
  "masterKey",
  "collectorToken",
  "placesApiKey",
  "authToken",
  "twilioAuthToken",
  "smtpUrl",
  '["x-twilio-signature"]',
  '["x-goog-api-key"]',
  "MASTER_KEY",
  "COLLECTOR_TOKEN",
  "PLACES_API_KEY",
  "TWILIO_AUTH_TOKEN",
  "SMTP_URL",
];

const DEPTHS = ["", "*", "*.*", "*.*.*"];

const redactedPaths = SECRET_NAMES.flatMap((name) =>
  DEPTHS.map((depth) => (depth === "" ? name : name.startsWith("[") ? `${depth}${name}` : `${depth}.${name}`)),
);

/** The same text with the password of every URL in it replaced. */
export function withoutUrlPasswords(text: string): string {
  // Looking for where an address might begin costs as much as all the rest of a line.
  if (!text.includes("://")) return text;
  return text.replace(/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,300}):[^\s@]{1,1000}@/gi, "$1:[redacted]@");
}

/** A logger whose lines carry an ISO time and a level by name. */
export function createLogger({ level, stream = process.stdout }: LoggerOptions): Logger {
  const destination =
    stream.isTTY === true ? pretty({ colorize: true, destination: stream, ignore: "pid,hostname" }) : stream;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A driver's error carries its connection with it; what tells people something is its name, message, code and stack.
      serializers: { err: briefly },
      redact: { paths: redactedPaths, censor: "[redacted]" },
      // The whole line is looked through, because a connection string may stand in any message, field or stack.
      hooks: { streamWrite: withoutUrlPasswords },
    },
    destination,
  );
}

/** A logger that says nothing, for tools whose output is something else. */
export const silentLogger: Logger = pino({ level: "silent" });

function briefly(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack, cause } = error;
  const code = "code" in error ? { code: error.code } : {};
  return { type, message, ...code, stack, ...(cause === undefined ? {} : { cause: briefly(cause) }) };
}
