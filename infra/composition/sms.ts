/** Whoever carries text messages for this process, as the settings choose. */
import type { Config } from "../config/config";
import type { SandboxControl } from "../sms-provider/sandbox-control";
import type { SmsProvider } from "../sms-provider/sms-provider";
import type { Engines } from "./engines";

export interface Sms {
  readonly provider: SmsProvider | null;
  readonly sandbox: SandboxControl | null;
  /** The stand-in reaches the service here, once it listens. */
  listening(url: string): void;
  /** What the stand-in keeps of a business. */
  erase(businessId: string): Promise<void>;
  close(): Promise<void>;
}

export function createSms(config: Config, engines: Engines): Sms {
  const nothing = () => Promise.resolve();
  void config;
  void engines;
  return { provider: null, sandbox: null, listening: () => undefined, erase: nothing, close: nothing };
}
