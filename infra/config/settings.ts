/** Every setting of the service: what it means, its unit, its default and what it must look like. */
import { z } from "zod";
import { faultInConnectionString } from "../event-log/eventstoredb/connection-string";
import { readUrl } from "../outbound/read-url";
import { generationSettings } from "./generation-settings";
import { kafkaSettings } from "./kafka-settings";
import { hostsAndPorts, SERVER_URL, serverUrl, wholeNumber } from "./setting-forms";
import { list, settingNotes, sound } from "./setting-notes";

/** What a process can be started as; `infra/composition/roles.ts` says what each runs. */
export const roles = ["all", "api", "projector", "processor", "ingest"] as const;
export type Role = (typeof roles)[number];

/** What somebody shows who may more than others; where it is not set, nobody can. */
function token(description: string) {
  return z
    .string()
    .regex(/^\S{24,}$/)
    .optional()
    .register(settingNotes, { description, mustBe: "at least 24 characters without spaces", secret: true });
}

function urlOf(...protocols: readonly string[]) {
  return z.string().refine((text) => protocols.includes(readUrl(text)?.protocol ?? ""));
}

/** Keys are the environment variables' names in camel case: `dataDir` is DATA_DIR. */
export const settingsSchema = z.object({
  port: wholeNumber(0, 65_535, 3000, {
    description: "Where the service listens; 0 takes any free port.",
    unit: "TCP port",
  }),
  host: z
    .string()
    .regex(/^[^\s/]+$/)
    .default("127.0.0.1")
    .register(settingNotes, {
      description:
        "The address to listen on. The default is reachable from this machine alone; a container needs 0.0.0.0.",
      mustBe: "an IP address or a host name",
    }),
  publicUrl: urlOf("http:", "https:")
    .transform((text) => text.replace(/\/+$/, ""))
    .optional()
    .register(settingNotes, {
      description:
        "The address that browsers and API clients use, for links and origin checks; http://localhost:PORT unless set.",
      mustBe: "an http or https URL",
      example: "https://intelligence.example.com",
    }),
  trustedProxies: wholeNumber(0, 10, 0, {
    description: "How many reverse proxies in front of the service may be believed about the client's address.",
    unit: "hops",
  }),
  dataDir: z.string().default("./data").register(settingNotes, {
    description: "The folder of everything that the service keeps itself: the embedded PostgreSQL and the master key.",
    mustBe: "a folder",
  }),
  databaseUrl: urlOf("postgres:", "postgresql:").optional().register(settingNotes, {
    description:
      "A PostgreSQL server of your own (15 or later) in place of the embedded one; needs MASTER_KEY as well.",
    mustBe: "a postgres:// URL",
    example: "postgres://service:password@localhost:5432/service",
    secret: true,
  }),
  pgBinDir: z.string().optional().register(settingNotes, {
    description: "A folder with PostgreSQL 18's initdb and postgres, to be run in place of those that npm installed.",
    mustBe: "a folder",
    example: "/usr/lib/postgresql/18/bin",
  }),
  eventstoredbUrl: z.string().check(sound(faultInConnectionString)).optional().register(settingNotes, {
    description:
      "An EventStoreDB that keeps the event log in place of PostgreSQL; docs/eventstoredb.md says how it is written.",
    mustBe: "an esdb:// connection string with known options alone",
    example: "esdb://localhost:2113?tls=false",
    secret: true,
  }),
  ...kafkaSettings,
  masterKey: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length === 32)
    .optional()
    .register(settingNotes, {
      description:
        "Seals secrets and personal data. Made and kept in DATA_DIR/master.key unless set; required with DATABASE_URL. Losing it loses what it sealed.",
      mustBe: "32 bytes in base64, as `openssl rand -base64 32` prints them",
      unit: "32 bytes, base64",
      secret: true,
    }),
  adminEmails: list(z.email().toLowerCase()).default([]).register(settingNotes, {
    description: "The accounts with these addresses are administrators, once they have shown ADMIN_TOKEN.",
    mustBe: "a list of e-mail addresses with commas between them",
    example: "ada@example.com,grace@example.com",
  }),
  adminToken: token(
    "Shown once, at sign-up or sign-in, by whoever is to administer: nobody becomes administrator by an address alone. Without it nobody can.",
  ),
  collectorToken: token(
    "The bearer token with which collectors may post observations; without it administrators alone may. Who may write to Kafka's topic listing-observations hands in observations without it.",
  ),
  collectorServiceUrl: urlOf("http:", "https:")
    .refine((text) => !text.includes("@"))
    .transform((text) => text.replace(/\/+$/, ""))
    .optional()
    .register(settingNotes, {
      description: "Where `npm run collector` finds the service; PUBLIC_URL, or http://localhost:PORT, unless set.",
      mustBe: "an http or https URL without a user name",
      example: "http://service.internal:3000",
      secret: true,
    }),
  collectorPollSeconds: wholeNumber(1, 3_600, 30, {
    description: "How long `npm run collector` waits between two looks for requests, while there are few.",
    unit: "seconds",
  }),
  collectorConcurrency: wholeNumber(1, 40, 4, {
    description: "How many places `npm run collector` asks the provider for at a time.",
    unit: "requests",
  }),
  role: z.enum(roles).default("all").register(settingNotes, {
    description:
      "The part of the service that this process runs: all of it, or the API, the read tables (projector), what follows from events (processor: process managers, webhooks, public events to Kafka, housekeeping), or observations from Kafka (ingest, which needs KAFKA_BROKERS). Of each any number may run on one database; every role but all needs DATABASE_URL.",
    mustBe: "one of all, api, projector, processor and ingest",
  }),
  webhookAllowedTargets: hostsAndPorts.default([]).register(settingNotes, {
    description: "Webhook receivers that may be reached although they are private; for development and tests.",
    mustBe: "a list of host:port with commas between them",
    example: "localhost:4000,127.0.0.1:4001",
  }),
  placesApiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .register(settingNotes, {
      description:
        "The key of Google's Places API (New) and Geocoding API. Without it places cannot be searched, and the collector has nobody to ask.",
      mustBe: "at most 200 characters without spaces",
      secret: true,
    }),
  placesApiUrl: serverUrl.default("https://places.googleapis.com").register(settingNotes, {
    description: "Where the Places API (New) is asked.",
    mustBe: SERVER_URL,
  }),
  geocodingApiUrl: serverUrl.default("https://maps.googleapis.com").register(settingNotes, {
    description: "Where the Geocoding API is asked.",
    mustBe: SERVER_URL,
  }),
  placesRequestsPerSecond: wholeNumber(1, 1_000, 10, {
    description: "How often each process may call the places provider.",
    unit: "calls per second",
  }),
  placesDailyCallsMax: wholeNumber(0, 100_000_000, 10_000, {
    description: "How many calls of the places provider each process may make in a UTC day; every call may cost.",
    unit: "calls per day",
  }),
  placesLanguage: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i)
    .default("en")
    .register(settingNotes, {
      description: "The language in which places are named and reviews are read.",
      mustBe: "a language tag such as en or pt-BR",
    }),
  ...generationSettings,
  smsProvider: z.enum(["none", "twilio", "sandbox"]).default("none").register(settingNotes, {
    description:
      "Who carries text messages. twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and a PUBLIC_URL that is https; sandbox is a stand-in within the service, whose numbers exist on no network; with none, numbers cannot be had and nothing is sent.",
    mustBe: "one of none, twilio and sandbox",
  }),
  twilioAccountSid: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/)
    .optional()
    .register(settingNotes, {
      description: "The Twilio account that numbers are had from.",
      mustBe: "an account SID: AC and 32 hexadecimal digits",
      example: "AC00000000000000000000000000000000",
    }),
  twilioAuthToken: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .register(settingNotes, {
      description: "The auth token of that account: the service calls with it, and callbacks are signed with it.",
      mustBe: "32 hexadecimal digits",
      secret: true,
    }),
  twilioPrimaryProfileSid: z
    .string()
    .regex(/^BU[0-9a-f]{32}$/)
    .optional()
    .register(settingNotes, {
      description:
        "The approved primary customer profile of that account, under which the brands of local numbers are registered; without it, local numbers cannot be registered.",
      mustBe: "a bundle SID: BU and 32 hexadecimal digits",
      example: "BU00000000000000000000000000000000",
    }),
  twilioApiUrl: serverUrl.optional().register(settingNotes, {
    description:
      "A server that is asked in place of Twilio's own, each of Twilio's subdomains below a path of its name; for development and tests.",
    mustBe: SERVER_URL,
    example: "http://localhost:4010",
  }),
  smtpUrl: urlOf("smtp:", "smtps:").optional().register(settingNotes, {
    description:
      "The server that takes e-mails, with user name and password where it needs them. smtps:// is TLS from the beginning; smtp:// takes TLS up where the server offers it, and sends a password to another machine over TLS alone. Options of nodemailer may follow as a query. Without it mails are kept in a table of the service, which administrators can read.",
    mustBe: "an smtp:// or smtps:// URL",
    example: "smtps://user:password@mail.example.com:465",
    secret: true,
  }),
  mailFrom: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/)
    .default("no-reply@localhost")
    .register(settingNotes, {
      description: "The address that e-mails come from.",
      mustBe: "an e-mail address",
    }),
  logLevel: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .register(settingNotes, {
      description: "The least important lines to log.",
      mustBe: "one of trace, debug, info, warn, error, fatal and silent",
    }),
  reviewTextRetentionDays: wholeNumber(1, 3_650, 30, {
    description:
      "How long the text of a review is kept after it was collected; then it is gone from tables and log alike until a collector sees it again.",
    unit: "days",
  }),
  shutdownGraceSeconds: wholeNumber(0, 600, 20, {
    description: "How long a stopping service may finish what it has begun.",
    unit: "seconds",
  }),
});

/** `dataDir` → `DATA_DIR`. */
export function environmentName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
