/** What an operator is told about settings, right and wrong. */
import { ConfigError, loadConfig } from "../../../infra/config/config";

const key = Buffer.alloc(32, 7).toString("base64");

/** What the operator reads. */
function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof Error ? error.message : "";
  }
  return "accepted";
}

test("with no setting at all the service listens on this machine alone and keeps its data in ./data", () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    trustedProxies: 0,
    dataDir: "./data",
    kafkaBrokers: [],
    kafkaTls: "off",
    kafkaSaslMechanism: "none",
    adminEmails: [],
    generationAllowedTargets: [],
    generationTimeoutSeconds: 60,
    generationOutputLimit: "max_tokens",
    collectorPollSeconds: 30,
    collectorConcurrency: 4,
    role: "all",
    webhookAllowedTargets: [],
    placesApiUrl: "https://places.googleapis.com",
    geocodingApiUrl: "https://maps.googleapis.com",
    placesRequestsPerSecond: 10,
    placesDailyCallsMax: 10_000,
    placesLanguage: "en",
    logLevel: "info",
    reviewTextRetentionDays: 30,
    mailFrom: "no-reply@localhost",
    smsProvider: "none",
    shutdownGraceSeconds: 20,
  });
});

test("settings are read from their variables, lists by commas, and unknown variables are ignored", () => {
  const config = loadConfig({
    PORT: "8080",
    DATABASE_URL: "postgres://service:secret@db/service",
    EVENTSTOREDB_URL: "esdb://localhost:2113?tls=false",
    MASTER_KEY: key,
    PUBLIC_URL: "https://example.com/",
    ADMIN_EMAILS: " Ada@Example.com, grace@example.com,",
    WEBHOOK_ALLOWED_TARGETS: "localhost:4000,[::1]:4001",
    KAFKA_BROKERS: "kafka-1:9092, kafka-2.example.com:65535",
    COLLECTOR_TOKEN: "c".repeat(24),
    SHUTDOWN_GRACE_SECONDS: "5",
    SOMETHING_ELSE: "?",
  });
  expect(config).toMatchObject({
    port: 8080,
    databaseUrl: "postgres://service:secret@db/service",
    eventstoredbUrl: "esdb://localhost:2113?tls=false",
    masterKey: key,
    publicUrl: "https://example.com",
    adminEmails: ["ada@example.com", "grace@example.com"],
    webhookAllowedTargets: ["localhost:4000", "[::1]:4001"],
    kafkaBrokers: ["kafka-1:9092", "kafka-2.example.com:65535"],
    shutdownGraceSeconds: 5,
  });
});

test("an empty setting counts as absent", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: " ", KAFKA_BROKERS: "" })).toEqual(loadConfig({}));
});

test.each([
  [{ PORT: "eighty" }, 'PORT must be a whole number from 0 to 65535, and is "eighty".'],
  [{ PORT: "65536" }, 'PORT must be a whole number from 0 to 65535, and is "65536".'],
  [{ PUBLIC_URL: "example.com" }, 'PUBLIC_URL must be an http or https URL, and is "example.com".'],
  [{ ADMIN_EMAILS: "ada" }, 'ADMIN_EMAILS must be a list of e-mail addresses with commas between them, and is "ada".'],
  [{ ROLE: "web" }, 'ROLE must be one of all, api, projector, processor and ingest, and is "web".'],
  [{ ROLE: "api" }, "DATABASE_URL is missing: with ROLE=api this process is one of several, which share a database."],
  [
    { ROLE: "ingest", DATABASE_URL: "postgres://localhost/service", MASTER_KEY: Buffer.alloc(32).toString("base64") },
    "KAFKA_BROKERS is missing: ROLE=ingest takes observations from Kafka and does nothing else.",
  ],
  [
    { WEBHOOK_ALLOWED_TARGETS: "localhost" },
    'WEBHOOK_ALLOWED_TARGETS must be a list of host:port with commas between them, and is "localhost".',
  ],
  [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal and silent, and is "loud".'],
  [{ SHUTDOWN_GRACE_SECONDS: "-1" }, 'SHUTDOWN_GRACE_SECONDS must be a whole number from 0 to 600, and is "-1".'],
  [
    { COLLECTOR_SERVICE_URL: "service:3000" },
    "COLLECTOR_SERVICE_URL must be an http or https URL without a user name, and the given value is not.",
  ],
  [
    { COLLECTOR_SERVICE_URL: "http://ada:secret@service:3000" },
    "COLLECTOR_SERVICE_URL must be an http or https URL without a user name, and the given value is not.",
  ],
  [{ COLLECTOR_POLL_SECONDS: "0" }, 'COLLECTOR_POLL_SECONDS must be a whole number from 1 to 3600, and is "0".'],
  [{ COLLECTOR_CONCURRENCY: "41" }, 'COLLECTOR_CONCURRENCY must be a whole number from 1 to 40, and is "41".'],
  [{ TRUSTED_PROXIES: "yes" }, 'TRUSTED_PROXIES must be a whole number from 0 to 10, and is "yes".'],
])("a wrong setting yields one sentence that names it: %j", (environment, sentence) => {
  expect(refusal(environment)).toBe(sentence);
});

test.each([{ MASTER_KEY: "c2hvcnQ=" }, { COLLECTOR_TOKEN: "too-short" }, { DATABASE_URL: "mysql://root:hunter2@db" }])(
  "a wrong secret is named and not repeated: %j",
  (environment) => {
    const [[name, value]] = Object.entries(environment) as [[string, string]];
    expect(refusal(environment)).toMatch(new RegExp(`^${name} must be .*, and the given value is not\\.$`));
    expect(refusal(environment)).not.toContain(value);
  },
);

test.each([
  ["http://admin:hunter2@db", "It must begin with esdb:// or esdb+discover://."],
  ["esdb://admin:hunter2@db@db", "It has more than one @: within user and password it is written %40."],
  ["esdb://admin:hunter2@db?tls=maybe", "Its tls must be true or false."],
])("what is wrong with EVENTSTOREDB_URL is said, and nothing of it repeated: %s", (url, fault) => {
  expect(refusal({ EVENTSTOREDB_URL: url })).toBe(
    `EVENTSTOREDB_URL must be an esdb:// connection string with known options alone, and the given value is not. ${fault}`,
  );
});

test("a database of one's own needs a master key of one's own", () => {
  expect(refusal({ DATABASE_URL: "postgres://localhost/service" })).toContain("MASTER_KEY is missing");
});

test("Twilio needs its account and an address of the service that it can reach over TLS; a stand-in of it does not", () => {
  const account = { TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`, TWILIO_AUTH_TOKEN: "0".repeat(32) };
  const twilio = { SMS_PROVIDER: "twilio", ...account };
  expect(refusal({ SMS_PROVIDER: "twilio", PUBLIC_URL: "https://service.example" })).toContain("TWILIO_ACCOUNT_SID");
  const sentence =
    "PUBLIC_URL must be an https URL: with SMS_PROVIDER=twilio, Twilio hands in messages there, and signs that address.";
  expect(refusal(twilio)).toBe(sentence);
  expect(refusal({ ...twilio, PUBLIC_URL: "http://service.example" })).toBe(sentence);
  expect(refusal({ ...twilio, PUBLIC_URL: "https://service.example" })).toBe("accepted");
  expect(refusal({ ...twilio, TWILIO_API_URL: "http://localhost:4010" })).toBe("accepted");
});

const SERVER = { GENERATION_URL: "http://localhost:11434/v1/", GENERATION_MODEL: "llama3.1" };

test.each([
  [
    { GENERATION_URL: "https://models.example.com/v1" },
    "GENERATION_MODEL is missing: GENERATION_URL needs a model to ask.",
  ],
  [{ GENERATION_MODEL: "llama3.1" }, "GENERATION_URL is missing: GENERATION_MODEL cannot be asked without a server."],
  [{ GENERATION_API_KEY: "hunter2" }, "GENERATION_URL is missing: GENERATION_API_KEY is of no use without a server."],
  [
    { ...SERVER, GENERATION_URL: "http://models.example.com/v1" },
    "GENERATION_URL must be an https URL, or an http URL of this machine, or GENERATION_ALLOWED_TARGETS must name models.example.com:80.",
  ],
  [
    { ...SERVER, GENERATION_URL: "http://models.internal:8000", GENERATION_ALLOWED_TARGETS: "models.internal:80" },
    "GENERATION_URL must be an https URL, or an http URL of this machine, or GENERATION_ALLOWED_TARGETS must name models.internal:8000.",
  ],
  [
    { ...SERVER, GENERATION_URL: "ftp://models.internal" },
    'GENERATION_URL must be an http or https URL, and is "ftp://models.internal".',
  ],
  [
    { ...SERVER, GENERATION_ALLOWED_TARGETS: "http://models.internal:8000" },
    'GENERATION_ALLOWED_TARGETS must be a list of host:port with commas between them, and is "http://models.internal:8000".',
  ],
  [
    { ...SERVER, GENERATION_API_KEY: "hunter2 hunter2" },
    "GENERATION_API_KEY must be at most 500 characters without spaces, and the given value is not.",
  ],
  [
    { ...SERVER, GENERATION_TIMEOUT_SECONDS: "121" },
    'GENERATION_TIMEOUT_SECONDS must be a whole number from 1 to 120, and is "121".',
  ],
])("a model that could not be asked is refused: %j", (environment, sentence) => {
  expect(refusal(environment)).toBe(sentence);
});

test("a model is asked at its server, with a key where it wants one", () => {
  expect(loadConfig(SERVER)).toMatchObject({
    generationUrl: "http://localhost:11434/v1",
    generationModel: "llama3.1",
    generationTimeoutSeconds: 60,
  });
  expect(loadConfig({ ...SERVER, GENERATION_API_KEY: "a-key" })).toMatchObject({ generationApiKey: "a-key" });
  const inside = {
    GENERATION_URL: "http://models.internal:8000/v1",
    GENERATION_ALLOWED_TARGETS: "models.internal:8000",
  };
  expect(loadConfig({ ...SERVER, ...inside })).toMatchObject({
    generationUrl: "http://models.internal:8000/v1",
    generationAllowedTargets: ["models.internal:8000"],
  });
});

const CREDENTIALS = { KAFKA_USERNAME: "ada", KAFKA_PASSWORD: "a secret" };

test.each([
  [{ KAFKA_TLS_CA_FILE: "ca.pem" }, "KAFKA_TLS must be on: KAFKA_TLS_CA_FILE vouches for brokers over TLS."],
  [CREDENTIALS, "KAFKA_SASL_MECHANISM is missing: KAFKA_USERNAME and KAFKA_PASSWORD are shown by it."],
  [
    { KAFKA_SASL_MECHANISM: "scram-sha-512", KAFKA_USERNAME: "ada" },
    "KAFKA_USERNAME and KAFKA_PASSWORD are missing: KAFKA_SASL_MECHANISM=scram-sha-512 needs both.",
  ],
  [
    { ...CREDENTIALS, KAFKA_BROKERS: "localhost:9092,kafka.example.com:9092", KAFKA_SASL_MECHANISM: "plain" },
    "KAFKA_TLS must be on: with KAFKA_SASL_MECHANISM=plain the password is sent as it is.",
  ],
  [
    { KAFKA_SASL_MECHANISM: "gssapi" },
    'KAFKA_SASL_MECHANISM must be one of none, plain, scram-sha-256 and scram-sha-512, and is "gssapi".',
  ],
])("what Kafka would not get is refused: %j", (environment, sentence) => {
  expect(refusal(environment)).toBe(sentence);
});

test("a password goes to a Kafka of this machine as it is, and to any other over TLS", () => {
  const plain = { ...CREDENTIALS, KAFKA_SASL_MECHANISM: "plain" };
  expect(loadConfig({ ...plain, KAFKA_BROKERS: "localhost:9092,127.0.0.1:9093" })).toMatchObject({
    kafkaUsername: "ada",
  });
  expect(loadConfig({ ...plain, KAFKA_BROKERS: "kafka.example.com:9092", KAFKA_TLS: "on" })).toMatchObject({
    kafkaTls: "on",
    kafkaSaslMechanism: "plain",
  });
});

test.each(["localhost", "localhost:9092,localhost:65536", "localhost:0", "[::1]:9092", "localhost:9092,,"])(
  "a Kafka broker that could not be connected to is refused: %s",
  (brokers) => {
    expect(refusal({ KAFKA_BROKERS: brokers })).toBe(
      `KAFKA_BROKERS must be a list of host:port with commas between them, and is "${brokers}".`,
    );
  },
);
