/** A real SMTP server of a test's own: what it was handed, and how it answers at each step. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

const certificates = join(__dirname, "..", "..", "fixtures", "certificates");
const pem = (file: string): string => readFileSync(join(certificates, file), "utf8");
export const mailAuthority = pem("test-ca.pem");

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it came over TLS, and as whom. */
  readonly secure: boolean;
  readonly user: string | undefined;
  /** Header lines as they came, and the body behind them. */
  readonly headers: readonly string[];
  readonly body: string;
}

type Step = "connect" | "auth" | "from" | "to" | "data";

export interface MailServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** How often each step was come to. */
  readonly steps: Readonly<Record<Step, number>>;
  /** The reply to a step in place of its usual one: a code, and words that repeat what a log should not. */
  replies: Partial<Record<Step, { readonly code: number; readonly words: string }>>;
  /** Awaited before a mail is taken. */
  hold: Promise<void>;
  close(): Promise<void>;
}

/** Knows one user, `mailer`, with the password `p@ss word`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const steps = { connect: 0, auth: 0, from: 0, to: 0, data: 0 };
  const answered = (step: Step, answer: (error?: Error | null) => void): void => {
    steps[step] += 1;
    const { [step]: reply } = opened.replies;
    answer(reply === undefined ? null : Object.assign(new Error(reply.words), { responseCode: reply.code }));
  };
  const server = new SMTPServer({
    ...{ key: pem("receiver.key"), cert: pem("receiver.pem"), authOptional: true, logger: false },
    ...options,
    onConnect: (_session, answer) => answered("connect", answer),
    onAuth({ username, password }, _session, answer) {
      steps.auth += 1;
      if (username === "mailer" && password === "p@ss word") answer(null, { user: username });
      else answer(new Error("No."));
    },
    onMailFrom: (_address, _session, answer) => answered("from", answer),
    onRcptTo: (_address, _session, answer) => answered("to", answer),
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const [head = "", ...parts] = Buffer.concat(chunks).toString().split("\r\n\r\n");
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user as string | undefined,
          headers: head.replace(/\r\n[ \t]/g, " ").split("\r\n"),
          body: parts.join("\r\n\r\n"),
        };
        void opened.hold.then(() => {
          if (opened.replies.data === undefined) opened.taken.push(mail);
          answered("data", answer);
        });
      });
    },
  });
  // A client that breaks off is no fault of the server's.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "0.0.0.0", resolve));
  const opened: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    ...{ taken: [], steps, replies: {}, hold: Promise.resolve() },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return opened;
}
