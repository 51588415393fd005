/** Where webhooks arrive: it takes everything, and keeps what came with whether it was signed by a secret that it was given. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serviceVerdict, standardVerdict, type VerifierOptions } from "../support/receiver-log";

export interface Delivered {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  readonly signed: boolean;
}

export interface Receiver {
  readonly port: number;
  readonly deliveries: readonly Delivered[];
  /** Secrets of endpoints: any of them may have signed. */
  readonly secrets: Set<string>;
  /** Where an endpoint of this name is to be registered. */
  urlOf(name: string): string;
  close(): Promise<void>;
}

/** Bodies that came before the answer with their secret did are judged at the end. */
interface Kept {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** As it was found signed: judging all of them anew whenever somebody looks would leave no time to receive more. */
  judged?: Delivered;
}

export async function startReceiver(): Promise<Receiver> {
  const kept: Kept[] = [];
  const secrets = new Set<string>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => response.destroy());
    request.on("end", () => {
      kept.push({ path: request.url ?? "/", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(200).end();
    });
  };
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    secrets,
    get deliveries() {
      const verifier = { secrets: [...secrets], checksAge: false };
      return kept.map((one) => one.judged ?? judge(one, verifier));
    },
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function judge(one: Kept, verifier: VerifierOptions): Delivered {
  const { path, headers, body } = one;
  const signed =
    standardVerdict(headers, body, verifier) === "verified" && serviceVerdict(headers, body, verifier) === "verified";
  const delivered = { path, id: String(headers["webhook-id"]), body: body.toString(), signed };
  if (signed) one.judged = delivered;
  return delivered;
}
