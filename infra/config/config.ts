/** Reads the settings once at the start; a wrong one stops it with a sentence that names the setting. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { isUnheard, SERVER_URL } from "./setting-forms";
import { settingNotes } from "./setting-notes";
import { environmentName, settingsSchema } from "./settings";

export type Config = z.output<typeof settingsSchema> & { readonly publicUrl: string };

/** A setting is wrong; the message is a sentence or two for the operator, without any secret in it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The settings from environment variables; empty ones count as absent, unknown ones are ignored. Throws ConfigError. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((key) => [key, environment[environmentName(key)]?.trim() || undefined]),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0]);
    const fault: unknown = issue?.code === "custom" ? issue.params?.["fault"] : undefined;
    const sentence = sentenceFor(key, given[key]);
    throw new ConfigError(typeof fault === "string" ? `${sentence} ${fault}` : sentence);
  }
  const settings = parsed.data;
  if (settings.role !== "all" && settings.databaseUrl === undefined)
    throw new ConfigError(
      `DATABASE_URL is missing: with ROLE=${settings.role} this process is one of several, which share a database.`,
    );
  if (settings.role === "ingest" && settings.kafkaBrokers.length === 0)
    throw new ConfigError("KAFKA_BROKERS is missing: ROLE=ingest takes observations from Kafka and does nothing else.");
  const kafkaFault = faultInKafka(settings);
  if (kafkaFault !== undefined) throw new ConfigError(kafkaFault);
  if (settings.databaseUrl !== undefined && settings.masterKey === undefined) {
    throw new ConfigError(
      "MASTER_KEY is missing: with a DATABASE_URL the key must be given, so that every process and every restore has the same one; `openssl rand -base64 32` prints one.",
    );
  }
  if (
    settings.smsProvider === "twilio" &&
    (settings.twilioAccountSid === undefined || settings.twilioAuthToken === undefined)
  )
    throw new ConfigError("TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN are missing: SMS_PROVIDER=twilio needs both.");
  const generationFault = faultInGeneration(settings);
  if (generationFault !== undefined) throw new ConfigError(generationFault);
  const isHttps = settings.publicUrl?.startsWith("https:") === true;
  if (settings.smsProvider === "twilio" && settings.twilioApiUrl === undefined && !isHttps)
    throw new ConfigError(
      "PUBLIC_URL must be an https URL: with SMS_PROVIDER=twilio, Twilio hands in messages there, and signs that address.",
    );
  return { ...settings, publicUrl: settings.publicUrl ?? `http://localhost:${settings.port}` };
}

function faultInGeneration(settings: z.output<typeof settingsSchema>): string | undefined {
  const { generationUrl: url, generationModel: model, generationApiKey: key } = settings;
  if (url !== undefined && !isUnheard(url) && !settings.generationAllowedTargets.includes(hostAndPort(url)))
    return `GENERATION_URL must be ${SERVER_URL}, or GENERATION_ALLOWED_TARGETS must name ${hostAndPort(url)}.`;
  if (url !== undefined)
    return model === undefined ? "GENERATION_MODEL is missing: GENERATION_URL needs a model to ask." : undefined;
  if (model === undefined && key === undefined) return undefined;
  const without = model === undefined ? "GENERATION_API_KEY is of no use" : "GENERATION_MODEL cannot be asked";
  return `GENERATION_URL is missing: ${without} without a server.`;
}

function hostAndPort(text: string): string {
  const { hostname, port, protocol } = new URL(text);
  return `${hostname}:${port !== "" ? port : protocol === "https:" ? "443" : "80"}`;
}

const LOCAL_BROKER = /^(localhost|127(\.\d+){3}):/;

function faultInKafka(settings: z.output<typeof settingsSchema>): string | undefined {
  const { kafkaTls, kafkaTlsCaFile, kafkaSaslMechanism: mechanism, kafkaUsername, kafkaPassword } = settings;
  if (kafkaTlsCaFile !== undefined && kafkaTls === "off")
    return "KAFKA_TLS must be on: KAFKA_TLS_CA_FILE vouches for brokers over TLS.";
  const named = kafkaUsername !== undefined || kafkaPassword !== undefined;
  if (mechanism === "none")
    return named ? "KAFKA_SASL_MECHANISM is missing: KAFKA_USERNAME and KAFKA_PASSWORD are shown by it." : undefined;
  if (kafkaUsername === undefined || kafkaPassword === undefined)
    return `KAFKA_USERNAME and KAFKA_PASSWORD are missing: KAFKA_SASL_MECHANISM=${mechanism} needs both.`;
  if (
    mechanism === "plain" &&
    kafkaTls === "off" &&
    !settings.kafkaBrokers.every((broker) => LOCAL_BROKER.test(broker))
  )
    return "KAFKA_TLS must be on: with KAFKA_SASL_MECHANISM=plain the password is sent as it is.";
  return undefined;
}

/** Adds the settings of a `.env` file in the folder to the process's environment; what is set already wins. */
export function readDotEnv(folder = process.cwd()): void {
  const file = join(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

function sentenceFor(key: string, value: string | undefined): string {
  const schema = settingsSchema.shape[key as keyof typeof settingsSchema.shape];
  const notes = settingNotes.get(schema);
  const found = notes?.secret === true ? "and the given value is not" : `and is ${JSON.stringify(value)}`;
  return `${environmentName(key)} must be ${notes?.mustBe ?? "different"}, ${found}.`;
}
