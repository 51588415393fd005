/** Whoever carries text messages for this process, as the settings choose. */
import type { Config } from "../../config/config";
import { createSandboxKept, type SandboxKept } from "../../sms-provider/sandbox/kept";
import { createSandbox } from "../../sms-provider/sandbox/sandbox";
import type { SandboxControl } from "../../sms-provider/sandbox-control";
import type { SmsMetrics, SmsProvider } from "../../sms-provider/sms-provider";
import type { Engines } from "../engines";
import { createTwilio } from "./twilio";

export interface Sms {
  readonly provider: SmsProvider | null;
  readonly sandbox: SandboxControl | null;
  /**
   * The stand-in reaches the service here, once it listens. What it gives back ends that: no callback is made any more, and
   * none is under way when it resolves.
   */
  listening(url: string): () => Promise<void>;
  /** What the stand-in keeps, or kept while it was chosen. */
  readonly sandboxKept: SandboxKept;
  close(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const none = { provider: null, sandbox: null, listening: () => nothing, close: nothing };

export async function createSms(
  config: Config,
  engines: Engines,
  masterKey: Buffer,
  metrics: SmsMetrics,
): Promise<Sms> {
  const sandboxKept = createSandboxKept(engines);
  if (config.smsProvider === "none") return { ...none, sandboxKept };
  if (config.smsProvider === "sandbox") return { ...createSandboxSms(config, engines, masterKey), sandboxKept };
  return { ...none, sandboxKept, ...(await createTwilio(config, engines, metrics)) };
}

function createSandboxSms({ publicUrl }: Config, engines: Engines, masterKey: Buffer): Omit<Sms, "sandboxKept"> {
  const { pool, clock, ids, logger } = engines;
  const reviewedPath = "/api/compliance/status-callback";
  const sandbox = createSandbox({ pool, clock, ids, logger, masterKey, publicUrl, reviewedPath });
  const { provider, control, listening } = sandbox;
  return { provider, sandbox: control, listening: (url) => listening(reachable(url)), close: nothing };
}

/** A server that listens on every address of the machine is reached at its loopback one. */
const reachable = (url: string): string => url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
