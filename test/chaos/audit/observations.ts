/** Every observation that was acknowledged, over HTTP or by the broker, is in its place's stream exactly once; what is none stands on the other topic. */
import { createIds } from "../../../infra/ids/ids";
import { systemClock } from "../../../infra/time/clock";
import { readTopic } from "./topics";
import { doubled, lost, wrong, type Finding, type Part } from "./finding";
import { groupBy, type AuditWorld } from "./world";

export function auditObservations({ load, events }: AuditWorld): Part {
  const ids = createIds(systemClock);
  const rated = events.filter(({ type }) => type === "PlaceRatingChanged");
  const byCommand = groupBy(rated, ({ metadata }) => metadata.commandId);
  const { observed } = load.observers;
  const known = new Set<string>();
  const findings: Finding[] = [];
  for (const one of observed) {
    const commandId = ids.derive("observation", one.id);
    known.add(commandId);
    const stored = byCommand.get(commandId) ?? [];
    if (stored.length > 1) findings.push(doubled(`observation ${one.id} by ${one.by}`));
    if (stored.length === 0 && one.acknowledgedAt !== null) findings.push(lost(`observation ${one.id} by ${one.by}`));
    const data = stored[0]?.data as { after: number; placeId: string } | undefined;
    if (data !== undefined && (data.after !== one.rating || data.placeId !== one.placeId))
      findings.push(wrong(`observation ${one.id} says ${one.rating}, stored is ${data.after}`));
  }
  for (const { metadata, stream } of rated)
    if (!known.has(metadata.commandId)) findings.push(wrong(`${stream} was told by nobody`));
  return { name: "observations", checked: observed.length, repeated: 0, findings };
}

/** Records that are no observations: each with its bytes, and told from its repetition by where it stood. */
export async function auditRejected({ load, stage }: AuditWorld): Promise<Part> {
  const { broker } = stage;
  if (broker === undefined) return { name: "rejected", checked: 0, repeated: 0, findings: [] };
  const { poison } = load.observers;
  const records = poison.length === 0 ? [] : await readTopic(broker.server.address, "listing-observations.rejected");
  const byValue = groupBy(records, ({ value }) => value ?? "");
  const findings: Finding[] = poison.filter((value) => !byValue.has(value)).map((value) => lost(`rejected ${value}`));
  for (const value of byValue.keys()) if (!poison.includes(value)) findings.push(wrong(`rejected was ${value}`));
  for (const { value, headers } of records)
    if (headers["rejected-offset"] === undefined) findings.push(doubled(`${value ?? ""} does not say where it stood`));
  return { name: "rejected", checked: poison.length, repeated: records.length - byValue.size, findings };
}
