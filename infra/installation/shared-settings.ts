/** The settings that all processes of one database have to have the same, and how two that differ are told apart without telling a secret. */
import type { Config } from "../config/config";
import { settingNotes } from "../config/setting-notes";
import { environmentName, settingsSchema } from "../config/settings";
import { createKeyedHash } from "../identity/keyed-hash";

type Key = keyof typeof settingsSchema.shape;

/** By what each is compared. */
type By = "value" | "being set";

/**
 * Processes that differ in one of these would contradict each other: what one lets in, sends or forgets, the other does not. What a
 * server of somebody else asks for is compared by whether it is set, so that it can be changed in one process after the other.
 */
export const sharedSettings = {
  publicUrl: "value",
  adminEmails: "value",
  adminToken: "value",
  collectorToken: "value",
  webhookAllowedTargets: "value",
  reviewTextRetentionDays: "value",
  smsProvider: "value",
  twilioAccountSid: "value",
  twilioPrimaryProfileSid: "value",
  twilioApiUrl: "value",
  mailFrom: "value",
  smtpUrl: "being set",
  kafkaBrokers: "being set",
  placesApiUrl: "value",
  geocodingApiUrl: "value",
  placesLanguage: "value",
  placesApiKey: "being set",
} as const satisfies Partial<Record<Key, By>>;

/** Each may have its own: where it runs, what it may use, how it is reached, and what is checked or told of elsewhere. */
export const ownSettings: readonly Key[] = [
  ...(["role", "port", "host", "trustedProxies", "dataDir", "pgBinDir", "logLevel", "shutdownGraceSeconds"] as const),
  // Of two of the same database this is the same server, by whatever name; the log and the key are checked by themselves.
  ...(["databaseUrl", "eventstoredbUrl", "masterKey"] as const),
  // Of a program of its own.
  ...(["collectorServiceUrl", "collectorPollSeconds", "collectorConcurrency"] as const),
  // Of each process.
  ...(["placesRequestsPerSecond", "placesDailyCallsMax"] as const),
  // How a server is spoken to whose name is compared.
  ...([
    "kafkaTls",
    "kafkaTlsCaFile",
    "kafkaSaslMechanism",
    "kafkaUsername",
    "kafkaPassword",
    "twilioAuthToken",
  ] as const),
  // Every answer names who wrote it, and without a model there is one as well.
  ...(["generationUrl", "generationAllowedTargets", "generationModel", "generationApiKey"] as const),
  ...(["generationTimeoutSeconds", "generationOutputLimit"] as const),
];

/** By the names of the environment variables; null where one is not set. A value that is not to be told stands as its hash. */
export type SettingsInUse = Readonly<Record<string, { readonly text: string; readonly hidden: boolean } | null>>;

export function settingsInUse(config: Config, masterKey: Buffer): SettingsInUse {
  const hash = createKeyedHash(masterKey, "settings");
  const entries = (Object.entries(sharedSettings) as [keyof typeof sharedSettings, By][]).map(([key, by]) => {
    const text = textOf(config, key);
    if (text === null || by === "being set") return [environmentName(key), text && { text: "set", hidden: false }];
    // Addresses of people are kept by nobody who only compares them.
    const hidden = key === "adminEmails" || settingNotes.get(settingsSchema.shape[key])?.secret === true;
    return [environmentName(key), { text: hidden ? hash(text) : text, hidden }];
  });
  return Object.fromEntries(entries) as SettingsInUse;
}

function textOf(config: Config, key: keyof typeof sharedSettings): string | null {
  const value = config[key];
  if (value === undefined || (key === "publicUrl" && mayGoByPort(config))) return null;
  const text = typeof value === "object" ? [...value].sort().join(",") : String(value);
  return text === "" ? null : text;
}

/**
 * What stands for a public address that was not given goes by the port, which is each process's own: good enough until mails leave,
 * whose links have to lead somewhere whichever process sends them, also one that shows no pages.
 */
const mayGoByPort = ({ publicUrl, port, smtpUrl }: Config): boolean =>
  smtpUrl === undefined && publicUrl === `http://localhost:${port}`;

/** A sentence for the operator; undefined where they agree. What only one of two versions of the program knows is passed over. */
export function differenceBetween(here: SettingsInUse, there: SettingsInUse): string | undefined {
  const faults = Object.keys(here)
    .filter((name) => name in there && here[name]?.text !== there[name]?.text)
    .map((name) => `${name} is ${told(here[name], "one value")} here and ${told(there[name], "another")} there`);
  if (faults.length === 0) return undefined;
  return `Processes that run on this database have other settings: ${faults.join("; ")}. Give all of them the same, or stop the others first.`;
}

function told(setting: SettingsInUse[string] | undefined, unsaid: string): string {
  if (setting === null || setting === undefined) return "not set";
  if (setting.hidden) return unsaid;
  return setting.text === "set" ? "set" : JSON.stringify(setting.text);
}
