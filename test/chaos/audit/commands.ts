/** Every acknowledged command stands in the log exactly once, every refused one not at all, and nothing stands there that nobody asked for. */
import type { Recorded } from "../../../domain/fold/event";
import type { Reply } from "../../support/http-client";
import { sendOrder, type Order } from "../ledger";
import { doubled, lost, wrong, type Finding, type Part } from "./finding";
import { groupBy, type AuditWorld } from "./world";

const byClients = ({ metadata: { actor } }: Recorded): boolean => actor.kind === "user" || actor.kind === "api_key";

export function auditCommands({ load, events }: AuditWorld): Part {
  const caused = groupBy(events.filter(byClients), ({ metadata }) => metadata.correlationId);
  const { orders } = load.ledger;
  const findings = orders.flatMap((order) => judge(order, caused.get(order.name) ?? []));
  const known = new Set(orders.map(({ name }) => name));
  const ghosts = [...caused.keys()].filter((name) => name.startsWith("order-") && !known.has(name));
  return {
    name: "commands",
    checked: orders.length,
    repeated: orders.filter(({ attempts }) => attempts > 1).length,
    findings: [...findings, ...ghosts.map((name) => wrong(`${name} was never asked for`))],
  };
}

function judge(order: Order, events: readonly Recorded[]): readonly Finding[] {
  const { answer, causes, name, kind } = order;
  const said = `${kind} ${name} after ${order.attempts} attempts, ${answer === undefined ? "unanswered" : `answered ${answer.status}`}`;
  if (causes.length === 0) return [];
  const fitting = events.filter(({ type }) => causes.includes(type));
  const shown = events.map(({ type, stream, position }) => `${type} in ${stream} at ${position}`).join(", ");
  if (fitting.length !== events.length) return [wrong(`${said}: caused ${shown}`)];
  if (fitting.length > 1) return [doubled(`${said}: ${shown}`)];
  if (answer === undefined) return [lost(`${said}: ${order.lastFailure ?? ""}`)];
  // A key whose first answer got lost was created all the same, and its repetition says so.
  const stands = answer.status < 300 || answer.json?.["code"] === "api_key_shown_before";
  if (stands && fitting.length === 0) return [lost(said)];
  // Nothing names a repeated DELETE: who lost its answer is told that there is no more to be deleted.
  if (!stands && fitting.length > 0 && order.method === "DELETE" && order.attempts > 1) return [];
  if (!stands && fitting.length > 0) return [wrong(`${said} ${answer.text}: ${shown}`)];
  return stands ? contradictions(said, order, fitting) : [];
}

/** The answer names what the log holds. */
function contradictions(said: string, { answer }: Order, [event]: readonly Recorded[]): readonly Finding[] {
  const data = event?.data as Readonly<Record<string, unknown>> | undefined;
  const competitor = answer?.json?.["competitor"] as { id?: string } | undefined;
  if (competitor === undefined || competitor.id === data?.["competitorId"]) return [];
  return [wrong(`${said}: ${competitor.id ?? ""} was answered, ${String(data?.["competitorId"])} is stored`)];
}

const AGAIN_MAX = 40;
const TRIES_MAX = 5;

/** What was answered is answered again to whoever asks again by the same key, word for word. */
export async function auditRepetitions({ load }: AuditWorld): Promise<Part> {
  const settled = load.ledger.orders.filter(
    ({ answer, kind, method }) =>
      answer !== undefined && answer.status < 300 && method !== "DELETE" && kind !== "sign-up" && kind !== "restore",
  );
  const step = Math.max(1, Math.floor(settled.length / AGAIN_MAX));
  const sample = settled.filter((_, at) => at % step === 0);
  const findings: Finding[] = [];
  for (const order of sample) {
    const again = await sendAgain(order);
    const same = again.status === order.answer?.status && again.text === order.answer.text;
    if (!same)
      findings.push(wrong(`${order.kind} ${order.name} was answered ${order.answer?.text ?? ""} and ${again.text}`));
  }
  return { name: "repetitions", checked: sample.length, repeated: 0, findings };
}

/** On a busy machine one answer may be late. */
async function sendAgain(order: Order): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    try {
      return await sendOrder(order);
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  }
}
