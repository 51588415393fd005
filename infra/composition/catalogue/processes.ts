/** Every process manager with its effects. */
import { ownStreams } from "../../../domain/business-streams";
import { alertMails } from "../../../processors/alert-mails";
import { alertTexts } from "../../../processors/alert-texts";
import { anchorHistories } from "../../../processors/anchor-histories";
import { askingEffects } from "../../../processors/ask-for-review";
import { collections } from "../../../processors/collections";
import { complianceEffects } from "../../../processors/compliance-effects";
import { historyAnchors } from "../../../processors/history-anchors";
import { mailAlert } from "../../../processors/mail-alert";
import { newCompetitors } from "../../../processors/new-competitors";
import { placeAlerts } from "../../../processors/place-alerts";
import { numberEffects } from "../../../processors/provision-number";
import { postingEffects } from "../../../processors/publish-post";
import { raiseAlert } from "../../../processors/raise-alert";
import { removeBusiness } from "../../../processors/remove-business";
import { collectionEffects } from "../../../processors/request-collections";
import { restoreWindow } from "../../../processors/restore-window";
import { reviewRequesting } from "../../../processors/review-requests";
import { smsCallbacks } from "../../../processors/sms-callbacks";
import { alertTextEffects } from "../../../processors/text-alert";
import { smsEffects } from "../../../processors/send-sms";
import { smsCompliance } from "../../../processors/sms-compliance";
import { smsMessages } from "../../../processors/sms-messages";
import { smsNumbers } from "../../../processors/sms-numbers";
import { socialPosting } from "../../../processors/social-posts";
import { webhookDeliveries } from "../../../processors/webhook-deliveries";
import type { Attestor } from "../../attestation/attestor";
import type { CollectionPublisher } from "../../collection-queue/collection-queue";
import type { Mailer } from "../../mail/mailer";

import { eraseBusiness } from "../../process-manager/erasing";
import type { IntentStore, Process } from "../../process-manager/process-manager";
import { createProcessRunner, type ProcessRunner } from "../../process-manager/runner";
import { noPublisher } from "../../publishing/post-publisher";
import type { NumberReleases } from "../../sms-provider/number-releases";
import type { SmsProvider } from "../../sms-provider/sms-provider";
import type { UnsubscribeLinks } from "../adapters/unsubscribe-links";
import type { Engines } from "../engines";
import { projections } from "./projections";
import { createRechained } from "../audit/rechained";
import { unanchoredHistories } from "../audit/unanchored-histories";

const WAIT_MS = 30_000;
/** Those that hold rows of businesses; another one that has halted holds up no removal. */
const tables = projections.filter(({ erasedWith }) => erasedWith.business !== undefined).map(({ table }) => table);

/** What effects reach beside the engines. */
export interface ProcessParts {
  readonly deliveries: IntentStore;
  readonly publisher: CollectionPublisher;
  readonly attestor: Attestor;
  /** Null where none is chosen. */
  readonly sms: SmsProvider | null;
  readonly releases: NumberReleases;
  readonly mail: Mailer;
  /** Where people and the messaging provider reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Where whoever gets a mail says that they want no more of its kind. */
  readonly unsubscribeUrls: UnsubscribeLinks;
  /** What engines above these keep of a business. */
  readonly eraseElsewhere: (businessId: string) => Promise<void>;
}

export function createProcesses(engines: Engines, parts: ProcessParts): ProcessRunner {
  const { runner, log, pool, clock, ids, processId, logger, projector, dataKeys } = engines;
  const { deliveries, publisher, attestor, sms, releases, mail, publicUrl, unsubscribeUrls, eraseElsewhere } = parts;
  const callbacks = smsCallbacks(publicUrl);
  const alert = { raise_alert: raiseAlert(runner, "place-alerts") };
  const { reviewRequest: unsubscribeUrl, alertMails: alertsUrl } = unsubscribeUrls;
  const mailing = { runner, logger, mailer: mail, unsubscribeUrl: alertsUrl };
  const removal = removeBusiness({
    runner,
    log,
    attestor,
    streamsOf: ownStreams,
    releases,
    onFailure: (err, businessId) =>
      logger.error({ err, businessId }, "A removal keeps failing; it is tried every hour."),
    async everyoneReached(position) {
      const reached = await Promise.all([
        projector.reached(tables, position, WAIT_MS),
        processes.processed(position, WAIT_MS),
      ]);
      if (reached.includes(false)) throw new Error(`Not every engine has reached position ${position} yet.`);
    },
    /**
     * The streams first: nothing is written to them again, so that nothing follows the business from here on. Rows of read
     * tables have gone with the event that says so. Kafka needs no step here, and nobody waits for it: `BusinessRemoved`
     * stays in the log, and whoever publishes makes a tombstone of it when its turn comes, after everything of the business
     * that had left by then; what had not left is gone with the streams. `collection-requests` is keyed by place and
     * names nobody who asked.
     */
    async erase(businessId, streams) {
      await log.erase(streams);
      runner.forget(streams);
      await dataKeys.destroy(`business:${businessId}`);
      await eraseElsewhere(businessId);
      await eraseBusiness(pool, businessId);
    },
  });
  const anchoring = anchorHistories({
    runner,
    attestor,
    unanchored: () => unanchoredHistories(engines),
    rechained: createRechained(engines),
    onAnchored: (anchor) => logger.info(anchor, "A history was anchored."),
    onContradicted: (businessId) =>
      logger.error({ businessId }, "A history was not anchored: the log does not hold what was recorded of it."),
  });
  const stores = { deliver: deliveries, hold: deliveries, release: deliveries, cancel: deliveries, retry: deliveries };
  const all: readonly Process[] = [
    { manager: placeAlerts, effects: alert },
    { manager: newCompetitors, effects: alert },
    { manager: collections, effects: collectionEffects({ runner, publisher }) },
    { manager: smsNumbers, effects: numberEffects({ runner, provider: sms, releases, callbacks }) },
    { manager: smsCompliance, effects: complianceEffects({ runner, logger, sms, mailer: mail }) },
    { manager: smsMessages, effects: smsEffects({ runner, provider: sms, callbacks }) },
    { manager: reviewRequesting, effects: askingEffects({ runner, log, mailer: mail, unsubscribeUrl }) },
    { manager: socialPosting, effects: postingEffects({ runner, log, publisher: noPublisher }) },
    { manager: restoreWindow, effects: { remove_business: removal } },
    { manager: historyAnchors, effects: { anchor_histories: anchoring } },
    { manager: alertMails, effects: { mail_alert: mailAlert(mailing) } },
    { manager: alertTexts, effects: alertTextEffects({ runner }) },
    { manager: webhookDeliveries, effects: {}, stores },
  ];
  const shared = { pool, log, clock, ids, logger, runner: processId };
  const processes = createProcessRunner({ ...shared, processes: all });
  return processes;
}
