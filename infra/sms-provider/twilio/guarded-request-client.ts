/** The HTTP client that the SDK is given: whatever it asks for leaves through the guarded connector, to Twilio's hosts alone. */
import type twilio from "twilio";
import Response from "twilio/lib/http/response";
import { readUrl } from "../../outbound/read-url";
import type { OutboundRequest } from "../../outbound/guarded-connector";
import { SmsProviderError } from "../sms-provider";
import type { Answer } from "./calls";

type RequestClient = InstanceType<typeof twilio.RequestClient>;
type Asked<Data> = Parameters<RequestClient["request"]>[0] & { readonly data?: Data };
type Send = (request: Pick<OutboundRequest, "method" | "url" | "headers" | "body">) => Promise<Answer>;

const METHODS = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE" } as const;

/** Where there is a stand-in's URL (without a slash at the end), `https://api.twilio.com/x` becomes `<it>/api/x`. */
export function guardedRequestClient(
  { RequestClient }: Pick<typeof twilio, "RequestClient">,
  send: Send,
  standInUrl: string | undefined,
): RequestClient {
  return new (class extends RequestClient {
    override async request<Data>(asked: Asked<Data>): Promise<Response<Data>> {
      const { uri, params, data, username = "", password = "" } = asked;
      const method = METHODS[asked.method.toLowerCase() as keyof typeof METHODS];
      const credentials = Buffer.from(`${username}:${password}`).toString("base64");
      const query = encoded(params).toString();
      const answer = await send({
        method,
        url: urlOf(uri, standInUrl) + (query === "" ? "" : `?${query}`),
        headers: { ...headersOf(asked.headers), authorization: `Basic ${credentials}` },
        ...(method === "POST" || method === "PUT" ? { body: encoded(data).toString() } : {}),
      });
      return new Response(answer.status, answer.body as Data, answer.headers);
    }
  })();
}

/** The next page of a list is where an answer says it is: the credentials are not carried to any other host. */
function urlOf(uri: string, standInUrl: string | undefined): string {
  const url = readUrl(uri);
  const product = url?.protocol === "https:" ? /^([a-z][a-z0-9-]*)\.twilio\.com$/.exec(url.host)?.[1] : undefined;
  if (url === null || product === undefined)
    throw new SmsProviderError("unavailable", "The messaging provider pointed to an address that is not its own.");
  return standInUrl === undefined ? url.href : `${standInUrl}/${product}${url.pathname}${url.search}`;
}

/** A list is its name repeated, as Twilio takes it. */
function encoded(fields: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {}))
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) form.append(name, String(item));
  return form;
}

function headersOf(headers: object | undefined): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return Object.fromEntries(entries);
}
