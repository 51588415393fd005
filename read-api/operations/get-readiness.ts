/** GET /readyz: whether the service can serve, and how far each of its engines has come. */
import { z } from "zod";
import { Answer, open, query } from "../../infra/http/endpoint";

const halt = z.strictObject({
  position: z.number().int().nullable(),
  eventId: z.string().nullable(),
  error: z.string(),
});
const engine = z.strictObject({
  name: z.string(),
  state: z.string().describe("live, catching_up, halted, or elsewhere where another process runs it."),
  position: z.number().int(),
  secondsBehind: z.number(),
  halted: halt.nullable(),
});

export const readinessView = z.strictObject({
  status: z
    .enum(["ready", "degraded", "unavailable"])
    .describe(
      "degraded: it serves, but an engine has halted or given something up, or Kafka does not answer, or observations from there wait. unavailable: the database or the log does not answer.",
    ),
  database: z.boolean(),
  log: z.boolean(),
  kafka: z.boolean().nullable().describe("Whether Kafka answers; null where KAFKA_BROKERS is not set."),
  ingest: z
    .strictObject({
      joined: z.boolean().describe("Whether this process is a member of the group that shares listing-observations."),
      failing: z.boolean().describe("Whether it tries to be one in vain, or cannot read what stands there."),
      fault: z.string().nullable().describe("What is wrong while it fails, in words."),
      waitingSince: z.iso
        .datetime()
        .nullable()
        .describe("Since when records wait, because what is needed to take them in does not answer."),
      partitions: z.number().int().describe("How many partitions of the topic are this process's."),
      behind: z.number().int().describe("How many of their records are not settled, as of a few seconds ago."),
    })
    .nullable()
    .describe("Observations from Kafka; null where another process takes them in, or KAFKA_BROKERS is not set."),
  projections: z.array(engine),
  processes: z.array(
    engine.extend({ gaveUp: z.number().int().describe("Intents that failed for good and wait for an operator.") }),
  ),
  webhooks: z
    .strictObject({
      pending: z.number().int(),
      retrying: z.number().int(),
      held: z.number().int().describe("Kept for paused endpoints."),
      dead: z.number().int(),
      oldestDueSeconds: z.number(),
    })
    .nullable(),
  collections: z
    .strictObject({
      waiting: z.number().int().describe("Requests for facts that no collector has taken."),
      leased: z.number().int(),
      oldestSeconds: z.number(),
    })
    .nullable(),
  integrationEvents: z
    .strictObject({
      here: z.boolean().describe("Whether this process publishes; one of those that could does at a time."),
      position: z.number().int().describe("Everything up to here has been acknowledged by Kafka."),
      published: z.number().int().describe("Records acknowledged since the beginning, repeated ones included."),
      acknowledgedAt: z.iso.datetime().nullable().describe("When the newest was; null before the first."),
      secondsBehind: z.number().describe("Age of the oldest event that is yet to be published."),
      failingSince: z.iso
        .datetime()
        .nullable()
        .describe("Since when publishing fails in this process; null while it does not."),
      fault: z.string().nullable().describe("What is wrong while it fails, in words."),
    })
    .nullable()
    .describe("Public events to Kafka; null where other processes publish, or KAFKA_BROKERS is not set."),
  mail: z.strictObject({
    configured: z.boolean().describe("False where SMTP_URL is not set: mails are kept in a table and leave by nobody."),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe(
        "Since when the mail server has taken none of the mails that this process tried to send; null while it does, or was not tried. Mails wait for it, so that the service is not degraded.",
      ),
  }),
  sms: z
    .strictObject({
      provider: z.string(),
      sandbox: z.boolean().describe("Its numbers exist on no network, and its messages reach nobody."),
    })
    .nullable()
    .describe("Null where no provider of text messages is chosen."),
  generation: z.strictObject({
    provider: z.string().describe("Who writes answers and texts; local-composer where GENERATION_URL is not set."),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe(
        "Since when the model's server has kept failing, so that this process leaves it alone; null while it is asked. Only what it would write is refused meanwhile, so that the service is not degraded.",
      ),
  }),
});

export const getReadiness = query({
  id: "get-readiness",
  method: "GET",
  path: "/readyz",
  access: open(),
  on: "none",
  area: "ops",
  summary: "Whether the service is ready",
  description: "200 while it can serve, 503 while it cannot; the body is the same.",
  responds: { status: 200, also: 503, body: readinessView },
  handle: async (_input, { services }) => {
    const readiness = await services.health.readiness();
    return new Answer(readiness.status === "unavailable" ? 503 : 200, readiness);
  },
});
