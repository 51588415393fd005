/** A receiver of webhooks: answers 204 at once, after a while, or never, by the first part of the path; and counts what came. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { serve } from "../harness/serve";

const SLOW_MS = 50;
const came = new Map<string, { at: number; times: number }>();
let port = 0;

const hanging = new Set<Socket>();

const sink = createServer((request, answer) => {
  if (request.url?.startsWith("/hang") === true) {
    hanging.add(request.socket);
    return;
  }
  const id = String(request.headers["x-service-delivery"] ?? request.headers["x-id"]);
  const done = () => void answer.writeHead(204).end();
  request.resume().on("end", () => {
    const known = came.get(id);
    if (known === undefined) came.set(id, { at: performance.timeOrigin + performance.now(), times: 1 });
    else known.times += 1;
    if (request.url?.startsWith("/slow") === true) setTimeout(done, SLOW_MS);
    else done();
  });
});

async function open(): Promise<void> {
  await once(sink.listen(0, "127.0.0.1"), "listening");
  ({ port } = sink.address() as AddressInfo);
}

/** What came since the last time: when each came first, in milliseconds since the epoch, and how many came again. Nothing hangs on. */
function taken() {
  for (const socket of hanging) socket.destroy();
  hanging.clear();
  const all = [...came.values()];
  came.clear();
  return { at: all.map(({ at }) => at), again: all.reduce((sum, { times }) => sum + times - 1, 0) };
}

serve({ open, port: () => port, count: () => came.size, taken });
