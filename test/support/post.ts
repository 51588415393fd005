/** A mail server that speaks SMTP and keeps what it took, for tests of what is sent and how often. */
import { SMTPServer } from "smtp-server";

export interface TakenMail {
  readonly to: string;
  /** As the headers have it. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
}

export interface Post {
  readonly url: string;
  readonly mails: readonly TakenMail[];
  /** How it answers the next recipients: it takes mails, refuses this one for good, or fails for now. */
  mood: "takes" | "refuses" | "fails";
  /** How many it turned away. */
  readonly turnedAway: () => number;
  close(): Promise<void>;
}

export async function startPost(): Promise<Post> {
  const mails: TakenMail[] = [];
  let turnedAway = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo(_address, _session, answer) {
      if (post.mood === "takes") {
        answer();
        return;
      }
      turnedAway += 1;
      answer(Object.assign(new Error("Not now."), { responseCode: post.mood === "refuses" ? 550 : 451 }));
    },
    onData(stream, session, answer) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        mails.push(read(Buffer.concat(parts).toString(), session.envelope.rcptTo[0]?.address ?? ""));
        answer();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const post: Post = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mood: "takes",
    turnedAway: () => turnedAway,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return post;
}

function read(source: string, to: string): TakenMail {
  const [head = "", ...body] = source.split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1] ?? "";
  const text = body.join("\n\n").replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
  return { to, messageId: header("message-id"), subject: header("subject"), text };
}
