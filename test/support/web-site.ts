/** A site of a test's own on this machine: its pages, its robots.txt, and what was asked of it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface SitePage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Takes the request and says nothing. */
  readonly hangs?: true;
}

export interface WebSite {
  /** `localhost:<port>`, as the service is told to let it be called. */
  readonly host: string;
  readonly url: string;
  /** Paths, in the order in which they were asked for. */
  readonly asked: { readonly path: string; readonly userAgent: string }[];
  /** What stands at a path from now on. */
  put(path: string, page: SitePage): void;
  close(): Promise<void>;
}

export const htmlPage = (body: string | Buffer, type = "text/html; charset=utf-8"): SitePage => ({
  body,
  headers: { "content-type": type },
});

export async function startWebSite(): Promise<WebSite> {
  const pages = new Map<string, SitePage>();
  const asked: { path: string; userAgent: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, userAgent: request.headers["user-agent"] ?? "" });
    const { status, headers, body, hangs } = pages.get(path) ?? { status: 404 };
    if (hangs !== true) response.writeHead(status ?? 200, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}`, asked },
    put: (path, page) => void pages.set(path, page),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
