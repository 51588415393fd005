/** Whoever carries text messages for this process, as the settings choose. */
import type { Config } from "../config/config";
import { createSandbox } from "../sms-provider/sandbox/sandbox";
import type { SandboxControl } from "../sms-provider/sandbox-control";
import type { SmsProvider } from "../sms-provider/sms-provider";
import type { SmsMetrics } from "../sms-provider/twilio/calls";
import type { Engines } from "./engines";
import { createTwilio } from "./twilio";

export interface Sms {
  readonly provider: SmsProvider | null;
  readonly sandbox: SandboxControl | null;
  /**
   * The stand-in reaches the service here, once it listens. What it gives back ends that: no callback is made any more, and
   * none is under way when it resolves.
   */
  listening(url: string): () => Promise<void>;
  /** What the stand-in keeps of a business. */
  erase(businessId: string): Promise<void>;
  /** Forgets what the stand-in has kept for long enough. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const none: Sms = {
  provider: null,
  sandbox: null,
  listening: () => nothing,
  erase: nothing,
  purge: nothing,
  close: nothing,
};

export async function createSms(
  config: Config,
  engines: Engines,
  masterKey: Buffer,
  metrics: SmsMetrics,
): Promise<Sms> {
  if (config.smsProvider === "twilio") return { ...none, ...(await createTwilio(config, engines, metrics)) };
  if (config.smsProvider === "sandbox") return createSandboxSms(config, engines, masterKey);
  return none;
}

function createSandboxSms({ publicUrl }: Config, engines: Engines, masterKey: Buffer): Sms {
  const { pool, clock, ids, logger } = engines;
  const reviewedPath = "/api/compliance/status-callback";
  const sandbox = createSandbox({ pool, clock, ids, logger, masterKey, publicUrl, reviewedPath });
  const { provider, control, listening, erase, purge } = sandbox;
  return { provider, sandbox: control, listening: (url) => listening(reachable(url)), erase, purge, close: nothing };
}

/** A server that listens on every address of the machine is reached at its loopback one. */
const reachable = (url: string): string => url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
