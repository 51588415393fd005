/** `npm run demo`: plays the service's main job through, from signing up to reading the history of what happened. */
import { randomBytes } from "node:crypto";
import { browser, collectorClient, handIn } from "./demo/api";
import { later, quietDays, today } from "./demo/observations";
import { createProgress, type Progress } from "./demo/progress";
import { startReceiver, type Receiver } from "./demo/receiver";
import { ownService, runningService, type DemoService } from "./demo/service";
import { factsAreCollected } from "./demo/collecting";
import { changesAreTold, pausedThenResumed, removedThenRestored } from "./demo/acts";
import { historyIsAudited } from "./demo/auditing";
import { customersAreWrittenTo } from "./demo/messaging";
import { settleIn } from "./demo/settle-in";
import { takeNoWords } from "./no-words";

async function main(): Promise<void> {
  const run = `demo-${randomBytes(4).toString("hex")}`;
  const progress = createProgress();
  const receiver = await startReceiver(Number(process.env["DEMO_RECEIVER_PORT"] ?? 0));
  try {
    const service = await progress.step("Start the service", async () => {
      const running = runningService(process.env);
      const found = running ?? (await ownService(process.env, receiver.target));
      return [`${running === undefined ? "started" : "running"} at ${found.url}`, found];
    });
    try {
      await playThrough(run, progress, receiver, service);
    } finally {
      await service.close();
    }
  } finally {
    await receiver.close();
  }
}

async function playThrough(run: string, progress: Progress, receiver: Receiver, service: DemoService): Promise<void> {
  const feed = (observations: readonly Readonly<Record<string, unknown>>[]) =>
    handIn(service.url, service.collectorToken, observations);
  const stage = { run, progress, receiver, url: service.url, admin: browser(service.url), feed };
  const cast = await settleIn({ ...stage, adminCredentials: service.admin, history: quietDays(new Date(), run) });
  await changesAreTold({ ...stage, ...cast }, today(new Date(), run));
  await pausedThenResumed({ ...stage, ...cast }, later(new Date(), run));
  const collector = collectorClient(service.url, service.collectorToken);
  await factsAreCollected({ ...stage, ...cast, collector });
  await customersAreWrittenTo({ ...stage, ...cast });
  await removedThenRestored({ ...stage, ...cast });
  await historyIsAudited({ ...stage, ...cast });
  console.log();
  progress.print();
  console.log("Everything happened as it should.");
}

takeNoWords("demo", "Plays the main job through, in a service of its own, or in the running one that DEMO_URL names.");
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
