/** The endpoint kernel with this service's endpoints, identity and limits. */
import { timingSafeEqual } from "node:crypto";
import { planRank } from "../../../domain/plans";
import { scopes } from "../../../domain/scopes";
import { createAuthenticator, principalTables } from "../../../read-api/account/principals";
import { quotaNames, quotaStandings } from "../../../read-api/account/quota-standings";
import { createAttestor } from "../../attestation/attestor";
import type { Config } from "../../config/config";
import { positionsAfterMoves } from "../../event-log/migration/positions-after-moves";
import type { Generation } from "../../generation/generation";
import type { Authenticator } from "../../http/authenticator";
import type { Endpoint } from "../../http/endpoint";
import type { Health } from "../../http/health";
import { createKernel, type Kernel } from "../../http/kernel";
import { createLimiter } from "../../http/rate-limiter";
import { createStandings } from "../../http/request-limits";
import type { Services } from "../../http/services";
import { looksLikeApiKey } from "../../identity/api-key";
import { createApiKeyUses } from "../../identity/api-key-uses";
import { createCredentials, type HashingCost } from "../../identity/credentials";
import { createKeyedHash, deriveKey } from "../../identity/keyed-hash";
import { createPendingChanges, isPending } from "../../identity/pending-changes";
import { createSessions } from "../../identity/sessions";
import { createSignedIds } from "../../identity/signed-ids";
import type { GuardedClient } from "../../outbound/guarded-connector";
import type { PlacesProvider } from "../../places-provider/places-provider";
import { createEventCatalog } from "../../sealing/event-catalog";
import { createRedactor } from "../../sealing/open-events";
import { createSecretBox } from "../../sealing/secret-box";
import { aggregates } from "../catalogue/aggregates";
import { createCallerThen } from "./caller-then";
import type { Collection } from "../adapters/collection";
import type { Engines } from "../engines";
import { unsubscribeTokens } from "../adapters/unsubscribe-links";
import type { MailService } from "../adapters/mail";
import { createPrincipalNow } from "./principal-now";
import { rateTable } from "../catalogue/rate-table";
import { namedRefusals, refusalStatuses } from "../catalogue/refusal-statuses";
import type { Sms } from "../adapters/sms";
import { auditPageTexts } from "../audit/audit-page";
import { createServiceTimeTravel } from "../audit/time-travel";
import { createWitness } from "../audit/witness";

interface KernelParts {
  /** What this process answers. */
  readonly endpoints: readonly Endpoint[];
  readonly config: Config;
  readonly masterKey: Buffer;
  readonly engines: Engines;
  readonly outbound: GuardedClient;
  readonly places: PlacesProvider | null;
  readonly collection: Collection;
  readonly sms: Sms;
  readonly mail: MailService;
  readonly generation: Generation;
  readonly health: Health;
  readonly hashingCost?: HashingCost | undefined;
}

export interface ServiceKernel {
  readonly kernel: Kernel;
  readonly authenticator: Authenticator;
  /** Forget sessions, counts, answers, collection requests and schedules, and kept messages and mails whose time is over, each on its own. */
  readonly purges: readonly (() => Promise<unknown>)[];
}

export function createServiceKernel(parts: KernelParts): ServiceKernel {
  const { config, masterKey, engines, endpoints } = parts;
  const { pool, logger } = engines;
  const services = createServices(parts);
  const box = createSecretBox(masterKey);
  const authenticator = createServiceAuthenticator(config, engines, services);
  const kernel = createKernel({
    endpoints,
    services,
    authenticator,
    callerThen: createCallerThen(engines.log),
    rateTable,
    quotaStandings,
    quotas: quotaNames,
    refusalStatuses,
    namedRefusals,
    planRank,
    scopes,
    pastTables: services.timeTravel.tables,
    witness: createWitness(engines),
    pool,
    sealing: {
      seal: (text, purpose) => box.sealText(text, purpose),
      open: (sealed, purpose) => box.openText(sealed, purpose),
    },
    key: deriveKey(masterKey, "http-kernel"),
    logMoves: engines.logMoves,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    logger,
  });
  return {
    kernel,
    authenticator,
    purges: [
      () => services.sessions.purge(),
      () => services.pendingChanges.purge(),
      () => services.limiter.purge(),
      () => kernel.idempotency.purge(),
      () => services.collectionQueue.purge(),
      () => services.collectionSchedule.purge(),
      () => parts.sms.sandboxKept.purge(),
      () => parts.mail.purge(),
    ],
  };
}

function createServices(parts: KernelParts): Services {
  const { config, masterKey, engines, outbound, places, collection, sms, mail, health, hashingCost: cost } = parts;
  const { clock, ids, logger, log, storedLog, runner, read, askJson, pool, projector } = engines;
  const limiter = createLimiter({ pool, clock });
  return {
    clock,
    ids,
    logger,
    log,
    storedLog,
    runner,
    read,
    askJson,
    timeTravel: createServiceTimeTravel(engines),
    redact: createRedactor(createEventCatalog(aggregates)),
    attestor: createAttestor(masterKey),
    positions: engines.logMoves === 0 ? projector : positionsAfterMoves(projector, log),
    limiter,
    standings: createStandings(limiter, rateTable),
    sessions: createSessions({ pool, clock, ids }),
    credentials: createCredentials({
      ...{ pool, clock, hashEmail: createKeyedHash(masterKey, "email") },
      ...(cost === undefined ? {} : { cost }),
    }),
    pendingChanges: createPendingChanges(pool, principalTables),
    hashApiKey: createKeyedHash(masterKey, "api-key"),
    embedTokens: createSignedIds(masterKey, "embed"),
    unsubscribeTokens: unsubscribeTokens(masterKey),
    outbound,
    places,
    sms: sms.provider,
    smsSandbox: sms.sandbox,
    mail,
    generation: parts.generation,
    collectionQueue: collection.queue,
    collectionSchedule: collection.schedule,
    auditPage: auditPageTexts(),
    health,
    reviewTextDays: config.reviewTextRetentionDays,
    administration: {
      isListed: (email) => config.adminEmails.includes(email.trim().toLowerCase()),
      isToken: (token) => config.adminToken !== undefined && equal(token, config.adminToken),
    },
    publicUrl: config.publicUrl,
    secureCookies: config.publicUrl.startsWith("https:"),
  };
}

function createServiceAuthenticator(config: Config, engines: Engines, services: Services) {
  const { pool, keyed, clock, logger } = engines;
  const onError = (err: unknown) => logger.warn({ err }, "The use of an API key could not be noted.");
  const uses = createApiKeyUses({ pool, clock, onError });
  return createAuthenticator({
    pool: keyed,
    clock,
    findSession: (token) => services.sessions.find(token),
    isSessionOpen: (sessionId) => services.sessions.isOpen(sessionId),
    isPending: (account) => isPending(account, principalTables),
    now: createPrincipalNow(services.runner),
    looksLikeApiKey,
    hashApiKey: services.hashApiKey,
    noteUse: (keyId, accountId) => uses.note(keyId, accountId),
    adminEmails: config.adminEmails,
    isCollectorToken: (token) => config.collectorToken !== undefined && equal(token, config.collectorToken),
    signerOf: (signed) => (services.sms?.callbacks.isGenuine(signed) === true ? services.sms.name : null),
  });
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
