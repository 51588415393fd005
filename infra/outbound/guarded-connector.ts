/** The one way out: every HTTP request to an address that somebody else chose goes through this client. */

import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import type { Dispatcher } from "undici";
import { type AnswerWatch, Attempt } from "./attempt";
import { type Dial, dialTcp } from "./dialer";
import { createLocator, type Locate } from "./locator";
import { createNameResolver, type NameResolver } from "./name-resolver";
import { createOriginPools, type OriginPools } from "./origin-pools";
import { asFailure, OutboundFailure, type OutboundOutcome } from "./outcome";
import { createTrust } from "./secure-channel";
import {
  type AcceptedTarget,
  createTargetPolicy,
  judgeUrl,
  type RefusedTarget,
  refuseTarget,
  type TargetPolicy,
  type TargetPolicyOptions,
} from "./target-policy";

export interface GuardedClientOptions extends TargetPolicyOptions {
  readonly resolver?: NameResolver;
  /** Further certificate authorities (PEM) beside those of the platform. */
  readonly extraAuthorities?: readonly string[];
  /** How long one DNS answer serves further attempts (ms, 2,000; never more than 5,000). */
  readonly resolutionCacheMs?: number;
  /** Bounds connecting and TLS of one connection, also after the attempt that asked for it has ended (ms, 10,000). */
  readonly connectTimeoutMs?: number;
  /** How long one address has before the next is tried beside it (ms, 250). */
  readonly dialStaggerMs?: number;
  /** Connections to one origin (256); further attempts wait for one under their own deadline. */
  readonly connectionsPerOriginMax?: number;
  /** How long an idle connection is kept (ms, 4,000); short, because receivers close theirs after about five seconds. */
  readonly keepAliveMs?: number;
  readonly responseHeaderBytesMax?: number;
  readonly dial?: Dial;
  readonly monotonicMs?: () => number;
}

export interface OutboundRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `Host` is always the URL's; redirects are answers like any other and never followed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Covers DNS, connecting, TLS, head and body together. */
  readonly deadlineMs: number;
  /** How much of the response body is kept (bytes, 16 KiB); a longer one ends with its connection. */
  readonly bodyBytesMax?: number;
  readonly signal?: AbortSignal;
  /** For an answer that is read while it comes; the outcome tells the whole of it all the same. */
  readonly watch?: AnswerWatch;
  /** Whether http:// at its own port may be asked as well: for pages that are read, never for what tells something of ours. */
  readonly plainHttp?: boolean;
}

/** What a registration may store: the URL as the platform's parser writes it. */
export type TargetCheck = { readonly ok: true; readonly url: string } | RefusedTarget;

export interface GuardedClient {
  /** Sends once. Resolves with every outcome that the other side can cause; rejects only on `signal` or caller mistakes. */
  request(request: OutboundRequest): Promise<OutboundOutcome>;
  /** The same policy and resolution for a registration, with one answer for "blocked" and "does not resolve". */
  checkTarget(url: string, deadlineMs?: number): Promise<TargetCheck>;
  /** Ends every connection; for after the last attempt has been drained. */
  close(): Promise<void>;
}

interface Parts {
  readonly policy: TargetPolicy;
  /** By the text of their URLs, which is judged alike each time; what they resolve to is judged at every attempt. */
  readonly accepted: LRUCache<string, AcceptedTarget>;
  readonly locate: Locate;
  readonly pools: OriginPools;
  readonly monotonicMs: () => number;
}

const BODY_BYTES_MAX = 16_384;
const CHECK_DEADLINE_MS = 5_000;
const ACCEPTED_MAX = 2_000;

/** Creates the guarded client. Throws with a sentence where an option cannot be meant. */
export function createGuardedClient(options: GuardedClientOptions = {}): GuardedClient {
  const parts = assemble(options);
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        const { monotonicMs } = parts;
        const { deadlineMs, bodyBytesMax = BODY_BYTES_MAX, signal, watch } = request;
        const attempt = new Attempt({ deadlineMs, bodyBytesMax, monotonicMs, signal, watch }, { resolve, reject });
        send(request, attempt, parts).catch((error: unknown) => {
          attempt.fail(asFailure(error, "connection_error"));
        });
      }),
    checkTarget: (url, deadlineMs = CHECK_DEADLINE_MS) => check(url, deadlineMs, parts),
    close: () => parts.pools.destroy(),
  };
}

function assemble(options: GuardedClientOptions): Parts {
  const policy = createTargetPolicy(options);
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const hostsFileNames = [...policy.allowedTargets, ...policy.privateTargets].map((target) =>
    target.slice(0, target.lastIndexOf(":")),
  );
  const resolver = options.resolver ?? createNameResolver({ hostsFileNames });
  const pools = createOriginPools({
    policy,
    dial: options.dial ?? dialTcp,
    trust: createTrust(options.extraAuthorities),
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    dialStaggerMs: options.dialStaggerMs ?? 250,
    connectionsPerOriginMax: options.connectionsPerOriginMax ?? 256,
    keepAliveMs: options.keepAliveMs ?? 4_000,
    responseHeaderBytesMax: options.responseHeaderBytesMax ?? 16_384,
  });
  const resolutionCacheMs = options.resolutionCacheMs ?? 2_000;
  const locate = createLocator({ resolver, policy, resolutionCacheMs, monotonicMs });
  return { policy, accepted: new LRUCache({ max: ACCEPTED_MAX }), locate, pools, monotonicMs };
}

/** Of requests that may go out as plain HTTP nothing is remembered: theirs is another judgement of the same text. */
function judged({ url, plainHttp }: OutboundRequest, { policy, accepted }: Parts): AcceptedTarget {
  const known = plainHttp === true ? undefined : accepted.get(url);
  if (known !== undefined) return known;
  const target = judgeUrl(url, policy, { plainHttp });
  if (!target.ok) throw new OutboundFailure("blocked_address", target.refused);
  if (plainHttp !== true) accepted.set(url, target);
  return target;
}

async function send(request: OutboundRequest, attempt: Attempt, parts: Parts): Promise<void> {
  const { locate, pools } = parts;
  const target = judged(request, parts);
  let addresses: readonly string[];
  try {
    addresses = await locate(target);
  } catch (error) {
    // A name that is refused now loses the connections that an earlier answer had opened.
    pools.drop(target);
    throw error;
  }
  if (attempt.isOver) return;
  const { method, headers, body } = request;
  const path = `${target.url.pathname}${target.url.search}`;
  const options: Dispatcher.DispatchOptions = { method, path, headers: { ...headers }, body: body ?? null };
  pools.dispatch(target, addresses, options, attempt);
}

async function check(raw: string, deadlineMs: number, { policy, locate }: Parts): Promise<TargetCheck> {
  const target = judgeUrl(raw, policy);
  if (!target.ok) return target;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutboundFailure("dns_error", "deadline"));
    }, deadlineMs);
  });
  try {
    await Promise.race([locate(target), tooLate]);
    return { ok: true, url: target.url.href };
  } catch (error) {
    if (error instanceof OutboundFailure) return refuseTarget("target_not_public");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
