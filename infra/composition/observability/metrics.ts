/** Counters and gauges for Prometheus. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { GenerationMetrics } from "../../generation/openai/openai-generation";
import type { RequestRecord } from "../../http/listener";
import type { PlacesMetrics } from "../../places-provider/asking";
import type { ProjectorMetrics } from "../../projector/projector";
import type { SmsMetrics } from "../../sms-provider/sms-provider";
import type { SenderMetrics } from "../../webhooks/sending";
import { createEngineMetrics, type ShownEngines } from "./engine-metrics";
import { createIngestMetrics, type IngestMetrics } from "./ingest-metrics";
import type { MailMetrics } from "../adapters/mail";

export interface Metrics {
  readonly projector: ProjectorMetrics;
  readonly sender: SenderMetrics;
  readonly places: PlacesMetrics;
  readonly mail: MailMetrics;
  readonly sms: SmsMetrics;
  readonly generation: GenerationMetrics;
  readonly ingest: IngestMetrics;
  observeRequest(record: RequestRecord): void;
  /** The text of all metrics, with the engines as they are now. What is undefined did not answer, and is not shown. */
  text(engines: ShownEngines): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** What is counted, each under its name. */
function createInstruments(registers: [Registry]) {
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: registers,
  });
  const applied = new Counter({
    name: "projection_events_applied_total",
    help: "Events that a projection folded.",
    labelNames: ["table"],
    registers: registers,
  });
  const attempts = new Histogram({
    name: "webhook_attempt_duration_seconds",
    help: "Time of an attempt to deliver, by how it ended.",
    labelNames: ["result"],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10],
    registers: registers,
  });
  return { requests, applied, attempts };
}

/** What is asked of the places provider, and what it may cost. */
function createPlacesMetrics(registers: [Registry]): PlacesMetrics {
  const calls = new Counter({
    name: "places_provider_calls_total",
    help: "Calls of the places provider, by what was asked, what it is charged as, and how it ended.",
    labelNames: ["operation", "sku", "outcome"],
    registers,
  });
  const cost = new Counter({
    name: "places_provider_estimated_cost_usd_total",
    help: "What the calls would cost by the provider's public list, in US dollars: an estimate.",
    labelNames: ["sku"],
    registers,
  });
  const dropped = new Counter({
    name: "places_provider_dropped_items_total",
    help: "Reviews, photos and results that were left out of an otherwise good answer because they cannot be read.",
    labelNames: ["kind"],
    registers,
  });
  return {
    called({ operation, sku, outcome, estimatedUsd }) {
      calls.inc({ operation, sku, outcome });
      cost.inc({ sku }, estimatedUsd);
    },
    dropped: (kind) => dropped.inc({ kind }),
  };
}

function createMailMetrics(registers: [Registry]): MailMetrics {
  const mails = new Counter({
    name: "mails_total",
    help: "E-mails by what became of them: sent, kept for want of a server, refused for good, or failed and to be tried again.",
    labelNames: ["outcome"],
    registers,
  });
  return { mailed: (outcome) => mails.inc({ outcome }) };
}

function createSmsMetrics(registers: [Registry]): SmsMetrics {
  const calls = new Counter({
    name: "sms_provider_calls_total",
    help: "Calls of the messaging provider, by what the service was about and how they ended.",
    labelNames: ["operation", "outcome"],
    registers,
  });
  return { called: (call) => calls.inc({ ...call }) };
}

/** What is asked of a model, and what it counts for it; nothing where texts are composed locally. */
function createGenerationMetrics(registers: [Registry]): GenerationMetrics {
  const calls = new Counter({
    name: "generation_calls_total",
    help: "Calls of the model, by what it was asked for and how they ended.",
    labelNames: ["task", "outcome"],
    registers,
  });
  const tokens = new Counter({
    name: "generation_tokens_total",
    help: "Tokens as the model's server counted them, read (input) and written (output), also of answers that were of no use.",
    labelNames: ["task", "kind"],
    registers,
  });
  return {
    called: (call) => calls.inc({ ...call }),
    used(task, { input, output }) {
      tokens.inc({ task, kind: "input" }, input);
      tokens.inc({ task, kind: "output" }, output);
    },
  };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, applied, attempts } = createInstruments([registry]);
  const engines = createEngineMetrics([registry]);
  return {
    projector: {
      applied: (table, events) => applied.inc({ table }, events),
      halted: engines.projectionHalted,
    },
    places: createPlacesMetrics([registry]),
    mail: createMailMetrics([registry]),
    sms: createSmsMetrics([registry]),
    generation: createGenerationMetrics([registry]),
    ingest: createIngestMetrics([registry]),
    sender: { attempted: (result, durationMs) => attempts.observe({ result }, durationMs / 1000) },
    observeRequest: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    async text(shown) {
      engines.show(shown);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
