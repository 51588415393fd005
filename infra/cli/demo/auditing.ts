/** The end: what an auditor sees. The history, what one event changed, and the proof that nothing was altered since. */
import { anchorText, type Anchor } from "../../../domain/anchors";
import { isSigned, type PublishedKey } from "../../attestation/attestor";
import type { Scene } from "./acts";
import type { Json } from "./api";

export async function historyIsAudited(scene: Scene): Promise<void> {
  const events = await historyIsKept(scene);
  await changeIsTraced(scene, events);
  await historyIsProven(scene);
}

async function historyIsKept({ progress, admin, businessId }: Scene): Promise<readonly Json[]> {
  const events = await progress.step("Read the business's history", async () => {
    const history = await admin.call("GET", `/api/admin/businesses/${businessId}/events?limit=1000`);
    const all = history["events"] as readonly Json[];
    return [`${all.length} events`, all];
  });
  console.log();
  for (const { position, occurredAt, type, actor, data } of events)
    console.log(
      `    ${String(position).padStart(6)}  ${String(occurredAt)}  ${String(type).padEnd(26)} ${subject(actor as Json, data as Json)}`,
    );
  console.log();
  return events;
}

function subject(actor: Json, data: Json): string {
  const what = [data["title"], data["placeId"]].find((one) => typeof one === "string");
  return `by ${String(actor["kind"])}${what === undefined ? "" : `: ${what}`}`;
}

/** The business right before it was deleted, and right after. */
async function changeIsTraced({ progress, admin, businessId }: Scene, events: readonly Json[]): Promise<void> {
  const changes = await progress.step("Compare before and after its deletion", async () => {
    const deleted = events.find(({ type }) => type === "BusinessDeletionRequested");
    if (deleted === undefined) throw new Error("The history holds no deletion.");
    const at = Number(deleted["position"]);
    const diff = await admin.call("GET", `/api/admin/businesses/${businessId}/diff?from=${at - 1}&to=${at}`);
    const found = diff["changes"] as readonly Json[];
    if (found.length === 0) throw new Error("Nothing changed with the deletion.");
    if (!found.every(({ because }) => (because as readonly string[]).includes(String(deleted["id"]))))
      throw new Error("Something changed for another reason than the deletion.");
    return [`${found.length} changes, all because of event ${String(deleted["id"])}`, found];
  });
  console.log();
  for (const { subject: what, fields } of changes)
    for (const { path, before, after } of fields as readonly Json[])
      console.log(
        `    ${nameOf(what as Json).padEnd(14)} ${String(path).padEnd(24)} ${shown(before)} → ${shown(after)}`,
      );
  console.log();
}

const nameOf = ({ stream, table }: Json): string =>
  typeof table === "string" ? table : String(stream).slice(0, String(stream).indexOf("-"));
const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** The service's own verdict; and its newest anchor, checked here with the published key. */
async function historyIsProven({ progress, admin, businessId }: Scene): Promise<void> {
  await progress.step("Prove that the history is whole", async () => {
    const path = `/api/admin/businesses/${businessId}`;
    const anchor = (await admin.call("POST", `${path}/anchors`, {})) as unknown as Anchor;
    const { keys } = await admin.call("GET", "/api/audit/keys");
    const key = (keys as readonly PublishedKey[]).find(({ kid }) => kid === anchor.keyId);
    if (key === undefined || !isSigned(anchorText(anchor), anchor.signature, key))
      throw new Error("The anchor's signature is not the service's.");
    const { whole, events, head } = await admin.call("GET", `${path}/proof`);
    if (whole !== true) throw new Error("The history is not whole.");
    return [`whole: ${String(events)} events, chain ${String(head).slice(0, 16)}…, signed anchor verified`, undefined];
  });
}
