/** What people do to the local stand-in of a messaging provider: they are its reviewers, and its customers' phones. */
import type { ReviewVerdict } from "./sms-provider";

export interface SandboxMessage {
  readonly id: string;
  readonly direction: "outbound" | "inbound";
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly at: string;
}

export interface SandboxControl {
  /** Moves a registration through review; false where none with this id was handed in. The service is told by a callback. */
  review(registrationId: string, verdict: Omit<ReviewVerdict, "reviewedAt">): Promise<boolean>;
  /** A customer writes to a number; false where the stand-in has no such number. */
  write(message: { readonly from: string; readonly to: string; readonly body: string }): Promise<boolean>;
  /** The newest first. */
  messages(limit: number): Promise<readonly SandboxMessage[]>;
}
