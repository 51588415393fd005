/** The hosts of maps and of their short links, as a test would have them: each link leads where it is told to, over real TLS. */
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { GuardedClientOptions } from "../../infra/outbound/guarded-connector";

const CERTIFICATES = join(__dirname, "..", "fixtures", "certificates");
const certificate = readFileSync(join(CERTIFICATES, "maps-hosts.pem"), "utf8");
const PUBLIC_ADDRESS = "93.184.216.34";

export interface MapsLinks {
  /** For the service under test. Every name is a public address unless told otherwise, and all lead here. */
  readonly outbound: Partial<GuardedClientOptions>;
  /** What was asked for, as URLs, in order. */
  readonly asked: readonly string[];
  /** Addresses that were dialled. */
  readonly dialled: readonly string[];
  resolveTo(name: string, address: string): void;
  /** Makes a URL redirect there; without it a URL answers 200. */
  redirect(url: string, location: string): void;
  /** Leaves a URL without an answer. */
  hang(url: string): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** To be opened before the service starts and closed after it has stopped. */
export function createMapsLinks(): MapsLinks {
  const locations = new Map<string, string>();
  const hanging = new Set<string>();
  const names = new Map<string, string>();
  const asked: string[] = [];
  const dialled: string[] = [];
  const server = createServer(
    { cert: certificate, key: readFileSync(join(CERTIFICATES, "maps-hosts.key"), "utf8") },
    (request, response) => {
      const url = `https://${request.headers.host ?? ""}${request.url ?? ""}`;
      asked.push(url);
      if (hanging.has(url)) return;
      const location = locations.get(url);
      response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end();
    },
  );
  return {
    outbound: {
      resolver: { resolve: (name) => Promise.resolve([names.get(name) ?? PUBLIC_ADDRESS]) },
      resolutionCacheMs: 0,
      extraAuthorities: [certificate],
      dial: (address) => {
        dialled.push(address);
        return connect((server.address() as AddressInfo).port, "127.0.0.1");
      },
    },
    asked,
    dialled,
    resolveTo: (name, address) => void names.set(name, address),
    redirect: (url, location) => void locations.set(url, location),
    hang: (url) => void hanging.add(url),
    open: () => new Promise((opened) => server.listen(0, "127.0.0.1", opened)),
    close: async () => {
      const closed = new Promise((settle) => server.close(settle));
      server.closeAllConnections();
      await closed;
    },
  };
}
