/** The port to whoever carries text messages: numbers, their registration, sending, and what comes back, in no provider's words. */
import type { ComplianceForm } from "./registration-form";

export type SmsProviderName = "twilio" | "sandbox";

/** A number that is to be had. Asking again under the same id gives the number that was had before, and buys no second one. */
export interface WantedNumber {
  readonly phoneNumberId: string;
  readonly businessId: string;
  readonly kind: "toll_free" | "local";
  readonly country: "US" | "CA";
  readonly areaCode: string | null;
  /** Where messages to the number are handed in. */
  readonly inboundUrl: string;
}

export interface ProvisionedNumber {
  /** E.164. */
  readonly phoneNumber: string;
  /** What the provider calls it. */
  readonly providerNumberId: string;
}

export interface SubmittedRegistration {
  readonly registrationId: string;
  readonly businessId: string;
  readonly episode: number;
  readonly kind: "toll_free_verification" | "a2p_10dlc";
  readonly phoneNumber: string;
  readonly providerNumberId: string;
  readonly form: ComplianceForm;
  /** What the provider calls the parts that were made so far, in this episode or before; empty at first. */
  readonly references: Readonly<Record<string, string>>;
  /** The form was submitted in this episode and is not yet with the provider. False where only the verdict is wanted. */
  readonly isNew: boolean;
}

/** What reviewers say of it now. */
export interface ReviewVerdict {
  readonly status: "pending_review" | "approved" | "rejected" | "action_required" | "expired";
  readonly reasons: readonly { readonly code: string | null; readonly message: string }[];
  /** ISO instant; null where the provider does not say. */
  readonly reviewedAt: string | null;
}

/** Keeps what the provider calls what was made just now, before the next part is made. */
export type KeepReferences = (references: Readonly<Record<string, string>>) => Promise<void>;

export interface OutgoingSms {
  readonly messageId: string;
  readonly businessId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Where its delivery status is handed in. */
  readonly statusUrl: string;
  /** Null at the first attempt; otherwise when the first one was made, which may have reached the provider. */
  readonly firstTriedAt: Date | null;
}

/** A request of the provider to the service, as it came. */
export interface SignedRequest {
  /** As the provider was told it: with the service's public address, path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface InboundSms {
  readonly providerMessageId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
}

export interface SmsStatus {
  readonly providerMessageId: string;
  readonly status: "sent" | "delivered" | "undelivered" | "failed";
  readonly code: string | null;
}

/** What the provider tells of its own accord. Reading throws UnreadableCallback where it is of no known form. */
export interface SmsCallbacks {
  /** Whether the provider made this request; compared in constant time. */
  isGenuine(request: SignedRequest): boolean;
  readInbound(request: SignedRequest): InboundSms;
  /** Null for a status that says nothing, such as that it is queued. */
  readStatus(request: SignedRequest): SmsStatus | null;
  /** What the provider calls the registrations, or parts of them, of which there is news. */
  readReviewed(request: SignedRequest): readonly string[];
  /** What the provider wants to hear of a message that was taken in. */
  readonly acknowledgement: { readonly contentType: string; readonly body: string };
}

/** Every method throws SmsProviderError alone. */
export interface SmsProvider {
  readonly name: SmsProviderName;
  /** Whether the provider itself answers STOP, START and HELP. */
  readonly answersKeywords: boolean;
  provisionNumber(wanted: WantedNumber): Promise<ProvisionedNumber>;
  /** The number that was had under this id, whoever heard of it; null where there is none. */
  findNumber(phoneNumberId: string): Promise<ProvisionedNumber | null>;
  /** Gives it back; nothing happens where it is gone already. */
  releaseNumber(providerNumberId: string): Promise<void>;
  /**
   * Does what can be done next for a registration and says where it stands: hands in the form, goes on with the next part
   * once reviewers have let the one before pass, or looks up the verdict. It can be repeated at any moment.
   */
  advanceRegistration(registration: SubmittedRegistration, keep: KeepReferences): Promise<ReviewVerdict>;
  send(message: OutgoingSms): Promise<{ readonly providerMessageId: string }>;
  readonly callbacks: SmsCallbacks;
}

/**
 * `unavailable`: it may be over later. `refused`: the same request will be refused again. `none_available`: there is no such
 * number to be had. `opted_out`: the recipient has told the provider to hear no more.
 */
export type SmsFault = "unavailable" | "refused" | "none_available" | "opted_out";

/** The message names classes of failure, never what was sent or came back; the code is the provider's own. */
export class SmsProviderError extends Error {
  override readonly name = "SmsProviderError";

  constructor(
    readonly fault: SmsFault,
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** A callback that is genuine, and of no form that is known. */
export class UnreadableCallback extends Error {
  override readonly name = "UnreadableCallback";
}
