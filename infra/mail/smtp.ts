/** Hands mails to the operator's server by SMTP: plain text, one recipient each, and never a header that a caller wrote. */
import { rootCertificates } from "node:tls";
import { createTransport } from "nodemailer";
import { Circuit } from "../circuit/circuit";
import type { Logger } from "../logging/logger";
import { readUrl } from "../outbound/read-url";
import type { Clock } from "../time/clock";
import type { Mail } from "./mailer";
import { asMailFault } from "./mail-fault";
import { isAddress, messageOf } from "./message";

export interface SmtpParts {
  /**
   * `smtps:` is TLS from the first byte; `smtp:` takes TLS up where the server offers it, and must where a password would
   * leave this machine.
   */
  readonly url: string;
  readonly from: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** Further certificate authorities (PEM) beside those of the platform. */
  readonly authorities?: readonly string[];
  readonly timeouts?: SmtpTimeouts;
}

export interface SmtpTimeouts {
  /** To connect, and then to be greeted. */
  readonly connectMs: number;
  /** Without a byte from the server. */
  readonly silenceMs: number;
  /** For one mail, waiting for a connection included: a server that answers a byte at a time is never silent. */
  readonly mailMs: number;
}

export interface Smtp {
  /** Since when the server has taken no mail, as far as this process has tried; null while it does, or was not tried. */
  readonly failingSince: Date | null;
  /** Throws MailFault or CircuitOpen where it may work later. `refused`: the server will not take this mail, ever. */
  send(mail: Mail): Promise<"sent" | "refused">;
  /** Finishes what is under way and ends every connection. */
  close(): Promise<void>;
}

const CIRCUIT = { volume: 5, windowMs: 60_000, openMs: 30_000 };
const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 30_000, mailMs: 60_000 };

/**
 * The server is the operator's own choice and may well be private, as webhooks' receivers may not: it is reached past the
 * guarded client, which speaks HTTP and refuses private addresses. Nobody else's words decide where mails go; the address of a
 * recipient is for that server to resolve.
 */
export function createSmtp(parts: SmtpParts): Smtp {
  const { clock, logger, from, timeouts = TIMEOUTS } = parts;
  const transport = createTransport(transportOptions(parts, timeouts));
  // Connections that break while idle are the pool's own matter: it opens others.
  transport.on("error", () => undefined);
  const circuit = new Circuit({
    ...{ clock, ...CIRCUIT },
    onChange: (state) => {
      if (state === "open") logger.warn("The mail server keeps failing; it is left alone for a while.");
      if (state === "closed") logger.info("The mail server takes mails again.");
    },
  });
  const underWay = new Set<Promise<unknown>>();
  let failingSince: Date | null = null;

  async function handIn(mail: Mail): Promise<"sent" | "refused"> {
    const late = new AbortController();
    const callOff = clock.after(timeouts.mailMs, () => late.abort());
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal: late.signal });
      failingSince = null;
      return "sent";
    } catch (error) {
      const fault = asMailFault(error);
      if (!fault.isFinal) {
        failingSince ??= clock.now();
        throw fault;
      }
      failingSince = null;
      const { id, businessId } = mail;
      logger.warn({ mail: id, businessId, status: fault.status }, "The mail server refused a mail for good.");
      return "refused";
    } finally {
      callOff();
    }
  }

  return {
    get failingSince() {
      return failingSince;
    },
    async send(mail) {
      if (!isAddress(mail.to)) return "refused";
      const work = circuit.run(() => handIn(mail));
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    },
    async close() {
      circuit.stop();
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

function transportOptions({ url, authorities }: SmtpParts, { connectMs, silenceMs }: SmtpTimeouts) {
  const { hostname, username } = readUrl(url) ?? {};
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? "");
  return {
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    requireTLS: username !== undefined && username !== "" && !isHere,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(authorities === undefined ? {} : { tls: { ca: [...rootCertificates, ...authorities] } }),
  } as const;
}
