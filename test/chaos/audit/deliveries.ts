/** Every delivery that follows from the log arrived, signed and to the letter; what came twice has the same id; the chain of each endpoint is whole. */
import { createHash } from "node:crypto";
import { webhookDeliveries, type DeliverIntent } from "../../../processors/webhook-deliveries";
import type { Delivered } from "../receiver";
import { doubled, lost, outOfOrder, wrong, type Finding, type Part } from "./finding";
import { foldManager } from "./managers";
import { groupBy, type AuditWorld } from "./world";

interface Body {
  readonly sequence: number;
  readonly previousDigest: string | null;
}

export function auditDeliveries({ load, stage, events }: AuditWorld): Part {
  const { intents } = foldManager(webhookDeliveries, events);
  const payloads = intents.flatMap(({ intent }) =>
    intent.kind === "perform" && intent.effect === "deliver" ? [intent.payload as unknown as DeliverIntent] : [],
  );
  const expected = groupBy(payloads, ({ endpointId }) => endpointId);
  const { deliveries } = stage.receiver;
  const arrived = groupBy(deliveries, ({ path }) => path);
  const paths = new Map(load.lives.flatMap(({ endpoints }) => [...endpoints].map(([id, { path }]) => [id, path])));
  let repeated = 0;
  const findings: Finding[] = [];
  for (const [endpointId, path] of paths) {
    const came = arrived.get(path) ?? [];
    const bodies = (expected.get(endpointId) ?? []).map(({ body }) => body);
    const judged = ofEndpoint(path, came, bodies);
    repeated += came.length - new Set(came.map(({ body }) => body)).size;
    findings.push(...judged);
  }
  return { name: "deliveries", checked: deliveries.length, repeated, findings };
}

function ofEndpoint(path: string, came: readonly Delivered[], expected: readonly string[]): readonly Finding[] {
  const findings: Finding[] = [];
  const byBody = groupBy(came, ({ body }) => body);
  for (const body of expected) if (!byBody.has(body)) findings.push(lost(`delivery at ${path}: ${body.slice(0, 200)}`));
  const wanted = new Set(expected);
  for (const [body, same] of byBody) {
    if (!wanted.has(body)) findings.push(wrong(`delivery at ${path} follows from nothing: ${body.slice(0, 200)}`));
    if (new Set(same.map(({ id }) => id)).size > 1)
      findings.push(doubled(`delivery at ${path}: ${body.slice(0, 200)}`));
  }
  for (const { signed, body } of came)
    if (!signed) findings.push(wrong(`delivery at ${path} is not signed: ${body.slice(0, 200)}`));
  return [...findings, ...chain(path, [...byBody.keys()])];
}

/** As a receiver proves it: by sequence, each body names the one before. */
function chain(path: string, bodies: readonly string[]): readonly Finding[] {
  const read = bodies.map((text) => ({ text, ...(JSON.parse(text) as Body) })).sort((a, b) => a.sequence - b.sequence);
  const findings: Finding[] = [];
  let digest: string | null = null;
  for (const [at, { text, sequence, previousDigest }] of read.entries()) {
    if (sequence !== at + 1 || previousDigest !== digest) {
      findings.push(outOfOrder(`the chain at ${path} breaks at ${sequence}`));
      break;
    }
    digest = createHash("sha256").update(text).digest("hex");
  }
  return findings;
}
