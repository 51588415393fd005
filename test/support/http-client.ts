/** A small client for HTTP specs: JSON out and in, and everything of the answer that a test may want to look at. */
import { request } from "undici";
import { keepAnswer } from "../answers/kept-answers";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The parsed body, null where there is none or it is no JSON. */
  readonly json: Readonly<Record<string, unknown>> | null;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: unknown;
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal;
}

export async function send(url: string, { method = "GET", headers = {}, body, signal }: Sent = {}): Promise<Reply> {
  const json = body !== undefined && typeof body !== "string";
  const answer = await request(url, {
    method: method as "GET",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  });
  return replyOf(url, method, {
    status: answer.statusCode,
    headers: answer.headers,
    text: await answer.body.text(),
  });
}

/** What was answered, read where it is JSON, and kept where somebody collects answers. */
export function replyOf(url: string, method: string, answer: Omit<Reply, "json">): Reply {
  const { status, headers, text } = answer;
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  keepAnswer(url, { method, status, type, text });
  const isJson = /[/+]json/.test(type) && text !== "";
  return { ...answer, json: isJson ? (JSON.parse(text) as Reply["json"]) : null };
}
