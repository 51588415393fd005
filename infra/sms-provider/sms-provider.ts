/** The port to whoever carries text messages: numbers, their registration, sending, and what comes back, in no provider's words. */
import type { SignedRequest } from "../http/signed-request";
import type { RegistrationForm } from "./registration-form";

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
  readonly form: RegistrationForm;
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
  /** What the provider calls earlier messages of the same two phones: the same words again are none of those. */
  readonly knownProviderIds: readonly string[];
}

export interface SentSms {
  readonly providerMessageId: string;
}

/** As the provider told it: the text may be of any length, and hold what cannot be stored. */
export interface InboundSms {
  readonly providerMessageId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
}

export interface SmsStatus {
  readonly providerMessageId: string;
  /** `opted_out`: it was not sent, for the recipient has told the provider to hear no more. */
  readonly status: "sent" | "delivered" | "undelivered" | "failed" | "opted_out";
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
  send(message: OutgoingSms): Promise<SentSms>;
  /** What an earlier attempt brought to the provider; null where none did. Nothing is sent. */
  findSent(message: OutgoingSms): Promise<SentSms | null>;
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

/** What the service was about when it called. */
export type SmsOperation = "provision" | "release" | "register" | "send";
export type SmsCallOutcome = "answered" | "refused" | "unavailable";

/** Told of every request. */
export interface SmsMetrics {
  called(call: { readonly operation: SmsOperation; readonly outcome: SmsCallOutcome }): void;
}
