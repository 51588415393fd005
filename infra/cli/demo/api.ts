/** The service as a browser with a cookie jar calls it, and a collector with a token; who has a key calls by the client. */

export type Json = Readonly<Record<string, unknown>>;

export interface Api {
  call(method: string, path: string, body?: Json): Promise<Json>;
}

/** Throws an Error with the service's own sentence where it refuses. */
async function call(url: string, headers: Headers, method: string, path: string, body?: Json): Promise<Response> {
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`${url}${path}`, init);
  if (response.ok) return response;
  throw new CallRefused(response.status, `${method} ${path} answered ${response.status}: ${await response.text()}`);
}

export class CallRefused extends Error {
  override readonly name = "CallRefused";
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const read = async (response: Response): Promise<Json> =>
  response.status === 204 ? {} : ((await response.json()) as Json);

/** Keeps cookies as a browser does. */
export function browser(url: string): Api {
  const jar = new Map<string, string>();
  return {
    async call(method, path, body) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await call(url, new Headers(cookie === "" ? {} : { cookie }), method, path, body);
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      return read(response);
    },
  };
}

/** Calls with a bearer token. */
export function collectorClient(url: string, token: string): Api {
  return {
    call: async (method, path, body) =>
      read(await call(url, new Headers({ authorization: `Bearer ${token}` }), method, path, body)),
  };
}

/** Hands in observations; gives the report of the intake. */
export async function handIn(url: string, token: string, observations: readonly Json[]): Promise<Json> {
  const response = await fetch(`${url}/api/admin/observations`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" },
    body: observations.map((observation) => JSON.stringify(observation)).join("\n"),
  });
  if (!response.ok)
    throw new CallRefused(response.status, `The intake answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Json;
}
