/** Where Kafka is, and how the service shows it who it is. */
import { z } from "zod";
import { saslMechanisms } from "../kafka/cluster";
import { settingNotes } from "./setting-notes";

/** A port that can be connected to; the client that reads these knows no IPv6 literals. */
const KAFKA_BROKER = /^[^\s:,[\]]+:(?!0)(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;

export const kafkaSettings = {
  kafkaBrokers: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.string().regex(KAFKA_BROKER)))
    .default([])
    .register(settingNotes, {
      description:
        "A Kafka (2.4 or later). Its topic collection-requests takes the refreshes that users ask for, in place of GET /api/admin/collection-requests, and where npm run collector has the setting too, that consumes it in the group collectors, beside pulling the daily schedule; the topic listing-observations brings observations, beside POST /api/admin/observations; docs/kafka.md says how. Records are read uncompressed or as gzip.",
      mustBe: "a list of host:port with commas between them",
      example: "localhost:9092",
    }),
  kafkaTls: z.enum(["off", "on"]).default("off").register(settingNotes, {
    description: "Whether Kafka is spoken to over TLS, and its brokers show certificates of their names.",
    mustBe: "on or off",
  }),
  kafkaTlsCaFile: z.string().optional().register(settingNotes, {
    description:
      "A file with the certificates, in PEM, that vouch for the brokers; those that Node knows unless set. Needs KAFKA_TLS=on.",
    mustBe: "a file",
  }),
  kafkaSaslMechanism: z
    .enum(["none", ...saslMechanisms])
    .default("none")
    .register(settingNotes, {
      description:
        "How the service shows Kafka who it is; all but none need KAFKA_USERNAME and KAFKA_PASSWORD, and plain, which sends the password itself, KAFKA_TLS=on as well, except to brokers of this machine.",
      mustBe: `one of none, ${saslMechanisms.slice(0, -1).join(", ")} and ${saslMechanisms.at(-1)}`,
    }),
  kafkaUsername: z.string().min(1).optional().register(settingNotes, {
    description: "The user name for KAFKA_SASL_MECHANISM.",
    mustBe: "a user name",
  }),
  kafkaPassword: z.string().min(1).optional().register(settingNotes, {
    description: "The password for KAFKA_SASL_MECHANISM.",
    mustBe: "a password",
    secret: true,
  }),
};
