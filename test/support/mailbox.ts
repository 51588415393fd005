/** A mail server as a reader of mails sees it: what came, what it says, and the server's mood. */
import { startMailServer } from "../infra/mail/mail-server";

export interface ReadMail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  /** Where no more of them can be asked for; empty where nothing is said of it. */
  readonly unsubscribeUrl: string;
  /** What a program posts there in one click; empty where it may not. */
  readonly unsubscribePost: string;
}

/** It takes mails, refuses every recipient for good, or fails for now. */
type Mood = "takes" | "refuses" | "fails";

export interface Mailbox {
  readonly url: string;
  readonly mails: readonly ReadMail[];
  be(mood: Mood): void;
  /** How many mails it did not take. */
  readonly turnedAway: number;
  close(): Promise<void>;
}

const words = "Not from you.";
const replies = { takes: {}, refuses: { to: { code: 550, words } }, fails: { to: { code: 451, words } } };

export async function startMailbox(): Promise<Mailbox> {
  const server = await startMailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    get mails() {
      return server.taken.map(({ to: [to = ""], headers, body }) => {
        const header = (name: string) =>
          headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
        // Quoted-printable breaks lines that were one, and spells out what is not ASCII.
        const spelled = body.replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
        const bytes = spelled.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
        const text = Buffer.from(bytes, "latin1").toString("utf8");
        const unsubscribeUrl = header("List-Unsubscribe").replace(/^<|>$/g, "");
        const unsubscribePost = header("List-Unsubscribe-Post");
        const [messageId, subject] = [header("Message-ID"), header("Subject")];
        return { to, messageId, subject, text, unsubscribeUrl, unsubscribePost };
      });
    },
    be: (mood) => void (server.replies = replies[mood]),
    get turnedAway() {
      return server.steps.to - server.taken.length;
    },
    close: () => server.close(),
  };
}
