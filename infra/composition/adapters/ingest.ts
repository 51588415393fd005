/** Observations of places from Kafka, for the processes that take them in: decided by the same step as those that are handed in over HTTP. */
import { takeObservation } from "../../../commands/observations/take-observation";
import {
  OBSERVATIONS_TOPIC,
  REJECTED_OBSERVATIONS_TOPIC,
  takeRecord,
} from "../../../commands/observations/observation-record";
import type { CollectionSchedule } from "../../collection-queue/collection-queue";
import { ContentionError } from "../../command-runner/command-runner";
import type { Config } from "../../config/config";
import { LogUnavailable } from "../../event-log/event-log";
import type { IngestReadiness } from "../../http/health";
import { createKafkaConsumer, type KafkaConsumer } from "../../kafka/consumer";
import type { ConsumedRecord } from "../../kafka/open-records";
import { createKafkaProducer, type KafkaProducer } from "../../kafka/producer";
import { createRecordIntake, type RecordIntake } from "../../kafka/record-intake";
import { rejectTo } from "../../kafka/rejected-records";
import { databaseAnswers } from "../../postgres/answering";
import { isConnectionLoss } from "../../postgres/connection-loss";
import type { Engines } from "../engines";
import type { IngestMetrics } from "../observability/ingest-metrics";
import { kafkaCluster } from "./kafka";
import type { Part } from "../parts";

export interface Ingest extends Part {
  /** Whether Kafka answers, as of at most five seconds ago. */
  reachable(): Promise<boolean>;
  status(): IngestReadiness;
  /** Takes nothing more, and resolves when what was taken is in the log and its offsets are committed. */
  stop(): Promise<void>;
}

interface IngestParts {
  readonly schedule: Pick<CollectionSchedule, "answered">;
  readonly metrics: IngestMetrics;
}

/** The processes that take observations in share the topic. */
const GROUP = "observations";
const ACTOR = { kind: "collector", id: "kafka" } as const;
/** Whatever writers compress with, what comes back is gzip, which is all that the reader knows. */
const TOPIC = { name: OBSERVATIONS_TOPIC, settings: { "compression.type": "gzip" } };
/** Fetches go on while records are under way: the log is given what comes next before it has answered for what came before. */
const PACE = { fetchBytesMax: 256 * 1024, partitionsAtOnce: 64, underWayMax: 128 };

interface Running {
  readonly intake: RecordIntake;
  readonly producer: KafkaProducer;
  readonly consumer: KafkaConsumer;
}

/** Null without KAFKA_BROKERS. Needs no broker to start. */
export function createIngest(config: Config, engines: Engines, parts: IngestParts): Ingest | null {
  if (config.kafkaBrokers.length === 0) return null;
  let running: Running | undefined;
  const status = (): IngestReadiness => {
    const { joined = false, failing = false, fault = null, lags = [] } = running?.consumer.status() ?? {};
    const waitingSince = running?.intake.waitingSince()?.toISOString() ?? null;
    return {
      joined,
      failing,
      fault,
      waitingSince,
      partitions: lags.length,
      behind: lags.reduce((sum, { records }) => sum + records, 0),
    };
  };
  parts.metrics.lags = () => running?.consumer.status().lags ?? [];
  return {
    status,
    reachable: async () => (await running?.producer.reachable()) ?? false,
    start() {
      running = run(config, engines, parts);
      return Promise.resolve();
    },
    async stop() {
      await running?.intake.stop(config.shutdownGraceSeconds * 1_000);
      await running?.consumer.close();
      await running?.producer.close();
    },
  };
}

function run(config: Config, engines: Engines, { schedule: collectionSchedule, metrics }: IngestParts): Running {
  const { clock, logger, log, pool } = engines;
  const cluster = kafkaCluster(config);
  const producer = createKafkaProducer({ ...cluster, topics: [REJECTED_OBSERVATIONS_TOPIC], logger });
  const observing = { ...engines, reviewTextDays: config.reviewTextRetentionDays, collectionSchedule };
  const intake = createRecordIntake({
    // The place of a record is its own trace: an event of it says where it came from.
    take: (record) => takeRecord(record, takeObservation(observing, ACTOR, traceOf(record))),
    reject: rejectTo(producer, REJECTED_OBSERVATIONS_TOPIC),
    judge,
    isWell: async () => {
      await Promise.all([log.head(), databaseAnswers(pool)]);
      return true;
    },
    metrics,
    clock,
    logger,
  });
  const consumer = createKafkaConsumer({
    ...cluster,
    topic: TOPIC,
    groupId: GROUP,
    deliver: intake.deliver,
    pace: PACE,
    meanwhile: "observations there are taken in once it does",
    logger,
  });
  return { intake, producer, consumer };
}

function judge(error: unknown): "outage" | "passing" | "unknown" {
  if (error instanceof ContentionError) return "passing";
  return error instanceof LogUnavailable || isConnectionLoss(error) ? "outage" : "unknown";
}

const traceOf = ({ topic, partition, offset }: ConsumedRecord): string => `${topic}/${partition}/${offset}`;
