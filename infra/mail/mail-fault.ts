/** Why a mail was not taken, without a word that the server said: its answers repeat addresses. */

export class MailFault extends Error {
  override readonly name = "MailFault";

  constructor(
    /** The class of the failure, such as ECONNECTION or EAUTH. */
    readonly reason: string,
    /** The server's reply code (RFC 5321); null where it gave none. */
    readonly status: number | null,
    /** The same mail will be refused again. */
    readonly isFinal: boolean,
  ) {
    super(`The mail server did not take a mail: ${reason}${status === null ? "" : ` (${status})`}.`);
  }
}

/** The server wants to know who sends: that is for the operator's settings to say, and other mails fare no better. */
const WHO_SENDS = [530, 534, 535, 538];

/**
 * Final is what is said of this recipient or this text with a permanent code: any other mail may be taken. What is said of the
 * connection, of the password or of the sender's address concerns every mail and ends when the settings are right.
 */
export function asMailFault(error: unknown): MailFault {
  const { code, responseCode, command } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const reason = typeof code === "string" ? code : "unknown";
  const status = typeof responseCode === "number" ? responseCode : null;
  const isOfMail = command === "RCPT TO" || command === "DATA";
  const isPermanent = status !== null && status >= 500 && status < 600 && !WHO_SENDS.includes(status);
  return new MailFault(reason, status, isOfMail && isPermanent && status !== 503);
}
