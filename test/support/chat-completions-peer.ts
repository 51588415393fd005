/** A real HTTP server of a test's own that speaks OpenAI's chat completions: what it was asked, and how it answers or fails to. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request for a completion, as the protocol has it. */
export interface AskedCompletion {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
    readonly stream?: boolean;
    readonly stream_options?: { readonly include_usage?: boolean };
    readonly response_format?: { readonly type: string; readonly json_schema: { readonly schema: object } };
  };
  /** To the letter. */
  readonly text: string;
}

/** A whole completion. Finish null: it never says that it is one. */
interface Said {
  readonly content: string;
  readonly finish?: string | null;
  readonly tokens?: readonly [number, number] | null;
}

/** `content` is a whole completion, in pieces where those are asked for; anything else is what goes wrong. */
export type Behaviour =
  | (Said & { readonly whole?: boolean })
  /** Server-sent events, each of these in a write of its own, and then what the answer comes to. */
  | { readonly writes: readonly (string | Buffer)[]; readonly then: "ends" | "is silent" | "breaks off" }
  /** Goes on with this event for as long as somebody listens. */
  | { readonly repeats: string }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and says nothing. */
  | { readonly hangs: true }
  /** Begins to answer, and goes on by one byte after each of these many milliseconds. */
  | { readonly dripsEveryMs: number }
  /** Ends the connection within an answer. */
  | { readonly breaksOff: true };

export const PEER_KEY = "sk-of-the-tests-peer";
export const PEER_MODEL = "small-model";

export interface ChatCompletionsPeer {
  /** The base URL: `/v1` of it. */
  readonly url: string;
  readonly asked: AskedCompletion[];
  /** How many answers were given up before they had come to an end. */
  readonly givenUp: number;
  /** What the next requests get, in order; the last of them all that follow. */
  behave(...behaviours: readonly [Behaviour, ...Behaviour[]]): void;
  /** Ends every connection that is open. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startChatCompletionsPeer(): Promise<ChatCompletionsPeer> {
  const asked: AskedCompletion[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let givenUp = 0;
  let coming: readonly Behaviour[] = [{ content: "Yes." }];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text) as AskedCompletion["body"];
      asked.push({ path: request.url ?? "", headers: request.headers, body, text });
      const [now = { content: "Yes." }, ...later] = coming;
      if (later.length > 0) coming = later;
      response.on("close", () => {
        if (!response.writableFinished) givenUp += 1;
      });
      answer(response, body, now, timers);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    get givenUp() {
      return givenUp;
    },
    behave(...behaviours) {
      coming = behaviours;
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      for (const timer of timers) clearInterval(timer);
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(
  response: ServerResponse,
  { model, stream = false }: AskedCompletion["body"],
  behaviour: Behaviour,
  timers: Set<NodeJS.Timeout>,
): void {
  const json = { "content-type": "application/json" };
  if ("hangs" in behaviour) return;
  if ("status" in behaviour) {
    response.writeHead(behaviour.status, { ...json, ...behaviour.headers }).end(behaviour.body);
    return;
  }
  if ("breaksOff" in behaviour) {
    response.writeHead(200, { ...json, "content-length": "1000" }).write('{"choices":[');
    setImmediate(() => response.destroy());
    return;
  }
  if ("dripsEveryMs" in behaviour) {
    response.writeHead(200, json).write('{"choices":[');
    timers.add(setInterval(() => response.write(" "), behaviour.dripsEveryMs));
    return;
  }
  if ("writes" in behaviour || "repeats" in behaviour || (stream && behaviour.whole !== true)) {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    void tell(response, behaviour);
    return;
  }
  const { content, finish = "stop", tokens = [100, 20] } = behaviour;
  const usage = tokens === null ? {} : { usage: usageOf(tokens) };
  const message = { role: "assistant", content, refusal: null };
  const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
  const completion = { id: "chatcmpl-1", object: "chat.completion", created: 1_767_225_600, model, choices, ...usage };
  response.writeHead(200, json).end(JSON.stringify(completion));
}

const usageOf = ([input, output]: readonly [number, number]) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

type Told = Extract<Behaviour, Said | { readonly writes: unknown } | { readonly repeats: unknown }>;

async function tell(response: ServerResponse, behaviour: Told): Promise<void> {
  const next = () => new Promise((resolve) => setImmediate(resolve));
  if ("repeats" in behaviour) {
    while (!response.destroyed) {
      if (!response.write(behaviour.repeats)) await Promise.race([once(response, "drain"), once(response, "close")]);
      await next();
    }
    return;
  }
  const { writes, then } = "writes" in behaviour ? behaviour : { writes: [eventsOf(behaviour)], then: "ends" };
  for (const bytes of writes) {
    response.write(bytes);
    await next();
  }
  if (then === "ends") response.end();
  if (then === "breaks off") response.destroy();
}

/** One event of an answer that is told in pieces. */
export const eventOf = (piece: object): string => `data: ${JSON.stringify(piece)}\n\n`;

export const pieceOf = (content: string): string => eventOf(inPieces([{ index: 0, delta: { content } }]));

/** A completion in pieces of seven characters, or a hundred pieces, as servers tell it: who speaks, what, why it ends, what it took, and that this was all. */
export function eventsOf({ content, finish = "stop", tokens = [100, 20] }: Said): string {
  const usage = tokens === null ? [] : [{ ...inPieces([]), usage: usageOf(tokens) }];
  const end = finish === null ? [] : [inPieces([{ index: 0, delta: {}, finish_reason: finish }]), ...usage];
  const begin = inPieces([{ index: 0, delta: { role: "assistant", content: "", refusal: null }, finish_reason: null }]);
  const pieces = content.match(new RegExp(`[^]{1,${Math.max(7, Math.ceil(content.length / 100))}}`, "gu")) ?? [];
  const events = [eventOf(begin), ...pieces.map(pieceOf), ...end.map(eventOf)];
  return `${events.join("")}${finish === null ? "" : "data: [DONE]\n\n"}`;
}

const inPieces = (choices: readonly object[]) => ({
  ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_767_225_600, model: PEER_MODEL, choices },
});
