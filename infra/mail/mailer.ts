/** The port to whoever takes e-mails: plain ones, each with an id of its own. */

export interface Mail {
  /** The same at every attempt: it becomes the Message-ID, and a mail that is known by it is kept once. */
  readonly id: string;
  /** With whom it is erased. */
  readonly businessId: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Where whoever gets it says, by a POST and nothing else, that they want no more of them. */
  readonly unsubscribeUrl?: string;
}

export interface Mailer {
  /** Whether mails leave the service; otherwise they are kept in the outbox table, where operators read them. */
  readonly configured: boolean;
  /** Throws where it may work later. `refused`: the server does not take it, and never will. */
  send(mail: Mail): Promise<"sent" | "kept" | "refused">;
  /** The mails that were kept for want of a server, the newest first. */
  kept(limit: number): Promise<readonly KeptMail[]>;
  /** What is kept of a business. */
  erase(businessId: string): Promise<void>;
  close(): Promise<void>;
}

export interface KeptMail extends Mail {
  readonly at: string;
}
