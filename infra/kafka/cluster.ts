/** Where Kafka is, and how it knows who asks. */

export interface KafkaCluster {
  /** host:port of each; one that answers names the others. */
  readonly brokers: readonly string[];
  /** Without it nothing is encrypted. */
  readonly tls?: KafkaTls | undefined;
  /** Without it nobody is asked who they are. */
  readonly sasl?: KafkaSasl | undefined;
}

export interface KafkaTls {
  /** Certificates in PEM that vouch for the brokers in place of those that Node knows. */
  readonly ca?: string | undefined;
}

export const saslMechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const;

export interface KafkaSasl {
  readonly mechanism: (typeof saslMechanisms)[number];
  readonly username: string;
  readonly password: string;
}
