/** Whoever asks how the service is has an answer within seconds, also while something that would have to be asked for it is silent. */
import { createHealth, type HealthParts } from "../../../../infra/composition/observability/health";
import type { Engines } from "../../../../infra/composition/engines";
import { LogUnavailable } from "../../../../infra/event-log/event-log";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const answers = { query: () => Promise.resolve(), head: () => Promise.resolve(0), status: () => Promise.resolve([]) };
const mail = { configured: false, failingSince: null };
const sms = { provider: null };
const composer = { provider: "local-composer", failingSince: null };

function healthWith(status: () => Promise<readonly never[]>, generation: HealthParts["generation"] = composer) {
  const engines = { pool: answers, log: answers, projector: { status } } as unknown as Engines;
  const nobody = { processes: answers, sender: answers, collections: answers, kafka: null, ingest: null };
  return createHealth(engines, { ...nobody, mail, sms, generation } as unknown as HealthParts);
}

test("an engine that is never done telling how it is makes the service unavailable, and nobody waits for it", async () => {
  const told = healthWith(() => new Promise(() => undefined)).readiness();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await told).toMatchObject({ status: "unavailable", database: true, log: true, projections: [] });
});

test("a model's server that is left alone is told, and impairs nothing else", async () => {
  const failingSince = new Date("2026-03-01T12:00:00.000Z");
  const left = { provider: "openai-compatible", failingSince };
  const told = await healthWith(() => Promise.resolve([]), left).readiness();
  const generation = { provider: "openai-compatible", failingSince: failingSince.toISOString() };
  expect(told).toMatchObject({ status: "ready", generation });
});

test("a log that falls silent while engines are asked is named, and what else fails is a failure", async () => {
  const lost = healthWith(() => Promise.reject(new LogUnavailable("Silent.")));
  expect(await lost.readiness()).toMatchObject({ status: "unavailable", database: true, log: false });
  await expect(healthWith(() => Promise.reject(new Error("Broken."))).readiness()).rejects.toThrow("Broken.");
});
