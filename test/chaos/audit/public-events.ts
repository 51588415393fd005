/** What the world was told: the feed of each account and the topic hold every public event of the log, once and in order. */
import { publicEventsOf, type PublicEvent } from "../../../domain/public-events";
import type { FeedReader } from "../feed-reader";
import { doubled, lost, outOfOrder, wrong, type Finding, type Part } from "./finding";
import { readTopic } from "./topics";
import { groupBy, type AuditWorld } from "./world";

const toldIn = ({ events }: AuditWorld): readonly PublicEvent[] => events.flatMap((event) => publicEventsOf(event));

export function auditFeeds(world: AuditWorld): Part {
  const byAccount = groupBy(toldIn(world), ({ accountId }) => accountId);
  const { feeds } = world.load;
  const findings = feeds.flatMap((feed) =>
    ofFeed(
      feed,
      (byAccount.get(feed.accountId) ?? []).map(({ id }) => id),
    ),
  );
  const checked = feeds.reduce((sum, { given }) => sum + given.length, 0);
  return { name: "feed", checked, repeated: 0, findings };
}

const ofFeed = ({ given, accountId }: FeedReader, expected: readonly string[]): readonly Finding[] =>
  sequence(`feed of ${accountId}`, given, expected);

/** `given` is what is expected: nothing missing, nothing twice, in order. */
export function sequence(where: string, given: readonly string[], expected: readonly string[]): readonly Finding[] {
  const findings: Finding[] = [];
  const known = new Set(given);
  for (const id of expected) if (!known.has(id)) findings.push(lost(`${id} in ${where}`));
  const wanted = new Set(expected);
  for (const id of known) if (!wanted.has(id)) findings.push(wrong(`${id} in ${where} is not in the log`));
  if (known.size < given.length) findings.push(doubled(`${given.length - known.size} in ${where}`));
  if (findings.length === 0 && given.join() !== expected.join()) findings.push(outOfOrder(where));
  return findings;
}

interface CloudEvent {
  readonly id: string;
  readonly sequence: string;
}

/** A repetition is told by its sequence, which is not greater than the greatest of its key. */
export async function auditTopic(world: AuditWorld): Promise<Part> {
  const { broker } = world.stage;
  if (broker === undefined) return { name: "integration-events", checked: 0, repeated: 0, findings: [] };
  const records = await readTopic(broker.server.address, "integration-events");
  const expected = groupBy(toldIn(world), ({ businessId, accountId }) => businessId ?? accountId);
  const byKey = groupBy(records, ({ key }) => key);
  let repeated = 0;
  const findings: Finding[] = [];
  for (const key of new Set([...expected.keys(), ...byKey.keys()])) {
    const fresh: string[] = [];
    let greatest = "";
    for (const { value } of byKey.get(key) ?? []) {
      if (value === null) continue;
      const { id, sequence: at } = JSON.parse(value) as CloudEvent;
      if (at > greatest) fresh.push(id);
      else if (fresh.includes(id)) repeated += 1;
      else findings.push(outOfOrder(`${id} of ${key} on the topic`));
      greatest = at > greatest ? at : greatest;
    }
    findings.push(
      ...sequence(
        `the topic of ${key}`,
        fresh,
        (expected.get(key) ?? []).map(({ id }) => id),
      ),
    );
  }
  return { name: "integration-events", checked: records.length, repeated, findings };
}
