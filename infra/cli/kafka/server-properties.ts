/** How a Kafka of one node is set up: broker and controller in one process, reachable from this machine alone. */

export interface NodeAddresses {
  readonly port: number;
  /** What clients are told to connect to, where that is another port than Kafka's own. */
  readonly advertisedPort: number;
  readonly controllerPort: number;
}

/** A second door, over TLS and for those alone who show who they are. */
export interface SecureDoor {
  readonly port: number;
  /** A PKCS #12 file with the broker's key and its certificate, for localhost. */
  readonly keystore: string;
  readonly keystorePassword: string;
  /** By PLAIN and by SCRAM. */
  readonly user: { readonly name: string; readonly password: string };
}

/** The text of `server.properties`. */
export function serverProperties(logDir: string, addresses: NodeAddresses, secure?: SecureDoor): string {
  const { port, advertisedPort, controllerPort } = addresses;
  const [door, advertisedDoor] =
    secure === undefined ? ["", ""] : [`,SASL_SSL://127.0.0.1:${secure.port}`, `,SASL_SSL://localhost:${secure.port}`];
  const settings = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${door}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${advertisedPort}${advertisedDoor}`,
    "controller.listener.names": "CONTROLLER",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL",
    "log.dirs": logDir.replaceAll("\\", "/"),
    // A single node has no one to replicate to, and a topic that nobody created is a mistake.
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "group.initial.rebalance.delay.ms": "0",
    "auto.create.topics.enable": "false",
    // After a kill the node's own controller takes it for alive, and lets it back in only when this time is over.
    "broker.heartbeat.interval.ms": "500",
    "broker.session.timeout.ms": "3000",
    ...(secure === undefined ? {} : secureSettings(secure)),
  };
  return lines(settings);
}

function secureSettings({ keystore, keystorePassword, user }: SecureDoor): Readonly<Record<string, string>> {
  const [door, modules] = ["listener.name.sasl_ssl", "org.apache.kafka.common.security"];
  const scram = `${modules}.scram.ScramLoginModule required;`;
  return {
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    [`${door}.ssl.keystore.type`]: "PKCS12",
    [`${door}.ssl.keystore.location`]: keystore.replaceAll("\\", "/"),
    [`${door}.ssl.keystore.password`]: keystorePassword,
    [`${door}.ssl.key.password`]: keystorePassword,
    [`${door}.plain.sasl.jaas.config`]: `${modules}.plain.PlainLoginModule required user_${user.name}="${user.password}";`,
    [`${door}.scram-sha-256.sasl.jaas.config`]: scram,
    [`${door}.scram-sha-512.sasl.jaas.config`]: scram,
  };
}

/** Warnings and errors alone, each with its time. */
export const log4jProperties = lines({
  "log4j.rootLogger": "WARN, console",
  "log4j.appender.console": "org.apache.log4j.ConsoleAppender",
  "log4j.appender.console.layout": "org.apache.log4j.PatternLayout",
  "log4j.appender.console.layout.ConversionPattern": "%d{ISO8601} %p %m (%c)%n",
});

function lines(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
