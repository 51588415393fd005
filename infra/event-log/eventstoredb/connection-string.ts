/**
 * Reads an EventStoreDB connection string strictly. The official client's own reader takes half of what is wrong in silence,
 * uses the first seed alone, and prints the whole string, password included, where an option is unknown to it.
 */

export interface Host {
  readonly address: string;
  readonly port: number;
}

export interface ConnectionString {
  /** Asked for the cluster's leader where there are several, or where `discover` says so; else the server itself. */
  readonly hosts: readonly Host[];
  readonly discover: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly tls: boolean;
  readonly tlsVerifyCert: boolean;
  readonly files: { readonly tlsCAFile?: string; readonly userCertFile?: string; readonly userKeyFile?: string };
  readonly connectionName?: string;
  readonly numbers: Readonly<Partial<Record<NumberOption, number>>>;
}

export type NumberOption =
  | "keepAliveInterval"
  | "keepAliveTimeout"
  | "defaultDeadline"
  | "gossipTimeout"
  | "discoveryInterval"
  | "maxDiscoverAttempts";

/** What is wrong with a connection string, without anything that stands in it but the name of an option. */
export class UnreadableConnectionString extends Error {
  override readonly name = "UnreadableConnectionString";
}

const FORM = /^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^:@?]+):([^:@?]+)@)?([^@?]+?)\/?(?:\?([^?]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;
const PORT_UNLESS_SAID = 2_113;
const PORT_MAX = 65_535;
/** Where milliseconds are meant, -1 switches keep-alive off. */
const LEAST: Readonly<Record<NumberOption, number>> = {
  keepAliveInterval: -1,
  keepAliveTimeout: -1,
  defaultDeadline: 1,
  gossipTimeout: 1,
  discoveryInterval: 0,
  maxDiscoverAttempts: 1,
};
const FLAGS = ["tls", "tlsVerifyCert", "throwOnAppendFailure"] as const;
const FILES = ["tlsCAFile", "userCertFile", "userKeyFile"] as const;
const NUMBERS = Object.keys(LEAST) as NumberOption[];
const NAMES = [...FLAGS, ...FILES, ...NUMBERS, "connectionName", "nodePreference"] as const;

/** Throws UnreadableConnectionString. Names of options are read in any case, with `-` and `_` or without. */
export function readConnectionString(text: string): ConnectionString {
  const form = FORM.exec(text.trim());
  if (form === null) throw new UnreadableConnectionString(faultOfForm(text.trim()));
  const [, discover, username, password, hosts = "", query] = form;
  const options = optionsOf(query ?? "");
  const files = Object.fromEntries(FILES.flatMap((name) => entryOf(name, options.get(name))));
  if ((files["userCertFile"] === undefined) !== (files["userKeyFile"] === undefined))
    throw new UnreadableConnectionString("Of userCertFile and userKeyFile it must have both or neither.");
  const connectionName = options.get("connectionName");
  return {
    hosts: hosts.split(",").map(hostOf),
    discover: discover !== undefined,
    ...(username !== undefined &&
      password !== undefined && { credentials: { username: decoded(username), password: decoded(password) } }),
    tls: flagOf("tls", options),
    tlsVerifyCert: flagOf("tlsVerifyCert", options),
    files,
    ...(connectionName !== undefined && { connectionName }),
    numbers: Object.fromEntries(NUMBERS.flatMap((name) => entryOf(name, numberOf(name, options.get(name))))),
  };
}

/** What is wrong, as the message of {@link UnreadableConnectionString} says it; undefined where nothing is. */
export function faultInConnectionString(text: string): string | undefined {
  try {
    readConnectionString(text);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableConnectionString) return error.message;
    throw error;
  }
}

function faultOfForm(text: string): string {
  if (!/^(?:esdb|kurrentdb)(?:\+discover)?:\/\//.test(text)) return "It must begin with esdb:// or esdb+discover://.";
  if (text.split("@").length > 2) return "It has more than one @: within user and password it is written %40.";
  if (text.split("?").length > 2) return "It has more than one ?: within user and password it is written %3F.";
  return "It must look like esdb://user:password@host:2113?tls=true, with what is special in user and password percent-encoded.";
}

function hostOf(text: string): Host {
  const [, address, port = String(PORT_UNLESS_SAID)] = HOST.exec(text.trim()) ?? [];
  if (address === undefined || Number(port) < 1 || Number(port) > PORT_MAX)
    throw new UnreadableConnectionString("One of its hosts is no host:port.");
  return { address, port: Number(port) };
}

function optionsOf(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const pair of query.split("&").filter((each) => each !== "")) {
    const [given = "", value, ...more] = pair.split("=");
    const name = NAMES.find((known) => flat(known) === flat(given));
    if (name === undefined)
      throw new UnreadableConnectionString(`${unknownOption(given, query)} is unknown; known are ${NAMES.join(", ")}.`);
    if (value === undefined || value === "" || more.length > 0)
      throw new UnreadableConnectionString(`Its option ${name} must have one value.`);
    options.set(name, decoded(value));
  }
  // Only the leader knows everything that was acknowledged.
  if (flat(options.get("nodePreference") ?? "leader") !== "leader")
    throw new UnreadableConnectionString("Its nodePreference must be leader: the log is read where it is written.");
  return options;
}

/** Where an @ follows, what stands there may be the rest of a password that has a ? in it. */
const unknownOption = (given: string, query: string): string =>
  /^[a-z_-]{1,30}$/i.test(given) && !query.includes("@") ? `Its option ${given}` : "One of its options";

const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, "");

function entryOf<Value>(name: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[name, value]];
}

function flagOf(name: (typeof FLAGS)[number], options: ReadonlyMap<string, string>): boolean {
  const value = options.get(name) ?? "true";
  if (value !== "true" && value !== "false") throw new UnreadableConnectionString(`Its ${name} must be true or false.`);
  return value === "true";
}

function numberOf(name: NumberOption, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(value) || Number(value) < LEAST[name])
    throw new UnreadableConnectionString(`Its ${name} must be a whole number from ${LEAST[name]}.`);
  return Number(value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnreadableConnectionString("It has a % that begins no percent-encoded character.");
  }
}
