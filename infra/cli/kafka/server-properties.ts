/** How a Kafka of one node is set up: broker and controller in one process, reachable from this machine alone. */

export interface NodeAddresses {
  readonly port: number;
  /** What clients are told to connect to, where that is another port than Kafka's own. */
  readonly advertisedPort: number;
  readonly controllerPort: number;
}

/** The text of `server.properties`. */
export function serverProperties(logDir: string, { port, advertisedPort, controllerPort }: NodeAddresses): string {
  const settings = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${advertisedPort}`,
    "controller.listener.names": "CONTROLLER",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
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
  };
  return lines(settings);
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
