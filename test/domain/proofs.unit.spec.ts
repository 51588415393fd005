/** The proof by itself: histories that nobody touched are whole, whatever is done to one is found, and the published example holds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { anchorHistory, anchorText, type Anchor } from "../../domain/anchors";
import { chainedStreams } from "../../domain/business-streams";
import type { EventMetadata, Recorded } from "../../domain/fold/event";
import { canonicalJson, chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import { isRefusal } from "../../domain/fold/refusal";
import { proveHistory, type Proof } from "../../domain/proofs";
import { placeOf } from "../../domain/proofs/fault";
import { RecentHeads } from "../../domain/proofs/recent-heads";
import type { RecordedDigest } from "../../domain/proofs/recording";
import { createAttestor, isSigned, type PublishedKey } from "../../infra/attestation/attestor";
import { recordedHistory } from "../support/recorded-history";

const businessId = "b0.1";
const attestor = createAttestor(Buffer.alloc(32));
const metadata: EventMetadata = {
  ...{ businessId, actor: { kind: "system", id: "test" }, commandId: "c", correlationId: "c", causationId: "c" },
  ...{ occurredAt: "2026-01-01T00:00:00.000Z", schemaVersion: 1 },
};

/** One business's history out of a recorded one, with an anchor of its own after each so-manieth event, some events late. */
function historyOf(seed: number, anchorEvery: number): readonly Recorded[] {
  const history: Recorded[] = [];
  const revisions = new Map<string, number>();
  let head = GENESIS;
  let last: Anchor | null = null;
  const take = (stream: string, type: string, data: unknown): void => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const [number, position] = [history.length, history.length * 3 + 1];
    const event: Recorded = { id: `e${number}`, type, stream, revision, position, metadata, data };
    history.push(event);
    head = chained(head, eventDigest(event));
  };
  const appends = recordedHistory(seed, 400).filter(({ stream }) => chainedStreams(businessId).includes(stream));
  for (const { stream, events } of appends) {
    if (stream.startsWith("anchors-")) continue;
    const anchoring = { count: history.length, head };
    for (const { type, data } of events) take(stream, type, data);
    if (anchoring.count === 0 || history.length % anchorEvery !== 0) continue;
    const said = { businessId, ...anchoring, anchoredAt: metadata.occurredAt, keyId: attestor.publicKey.kid };
    const decided = anchorHistory(said, (text) => attestor.sign(text))(last);
    if (isRefusal(decided)) throw new Error(decided.message);
    for (const { type, data } of decided) {
      take(`anchors-${businessId}`, type, data);
      last = data;
    }
  }
  return history;
}

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}
const headOf = (history: readonly Recorded[]) =>
  history.reduce((head, event) => chained(head, eventDigest(event)), GENESIS);

function prove(log: readonly Recorded[], recordedOf: readonly Recorded[], head = headOf(recordedOf)): Promise<Proof> {
  const digests = recordedOf.map((event): RecordedDigest => ({ ...placeOf(event), digest: eventDigest(event) }));
  return proveHistory({
    businessId,
    history: each(log),
    recorded: each(digests),
    chain: { events: recordedOf.length, head },
    isSigned: (text, signature, keyId) => attestor.hasSigned(text, signature, keyId),
  });
}

const histories = [1, 2, 3, 4].map((seed) => historyOf(seed, 1 + seed));
const history = fc.constantFrom(...histories);
const chosen = fc.tuple(history, fc.nat(), fc.nat()).map(([events, a, b]) => {
  const at = a % events.length;
  return { events, at, other: (at + 1 + (b % (events.length - 1))) % events.length };
});
const runs = { numRuns: 30 };
const nth = (events: readonly Recorded[], at: number): Recorded => events[at] as Recorded;

describe("the proof of a history", () => {
  it("finds a history whole that nobody touched, with every anchor in it", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const proof = await prove(events, events);
        const anchors = events.filter(({ type }) => type === "HistoryAnchored");
        expect(proof).toMatchObject({ whole: true, fault: null, events: events.length, head: headOf(events) });
        expect(proof.anchors.map(({ valid }) => valid)).toEqual(anchors.map(() => true));
      }),
      runs,
    );
  });

  it("names the event that was altered, removed or inserted, wherever it is", async () => {
    await fc.assert(
      fc.asyncProperty(chosen, async ({ events, at, other }) => {
        const { id } = nth(events, at);
        const altered = events.map((event, index) =>
          index === at ? { ...event, data: { ...(event.data as object), more: 1 } } : event,
        );
        expect((await prove(altered, events)).fault).toMatchObject({ kind: "altered", eventId: id, index: at });
        expect((await prove(events.toSpliced(at, 1), events)).fault).toMatchObject({ kind: "removed", eventId: id });
        const more = { ...nth(events, other), id: "more", position: nth(events, at).position + 1 };
        const inserted = events.toSpliced(at + 1, 0, more);
        expect((await prove(inserted, events)).fault).toMatchObject({
          kind: "inserted",
          eventId: "more",
          index: at + 1,
        });
      }),
      runs,
    );
  });

  it("finds that the head alone was recorded otherwise, which is no event's fault", async () => {
    const events = historyOf(6, 3);
    const { whole, fault } = await prove(events, events, GENESIS);
    expect([whole, fault]).toMatchObject([false, { kind: "altered", eventId: null, index: events.length }]);
    expect(fault?.message).toBe("The head that was recorded is not that of these events.");
  });

  it("names one of two events that changed places, and the one that was put elsewhere", async () => {
    await fc.assert(
      fc.asyncProperty(chosen, async ({ events, at, other }) => {
        const [one, two] = [nth(events, at), nth(events, other)];
        const swapped = events
          .with(at, { ...two, position: one.position })
          .with(other, { ...one, position: two.position });
        expect((await prove(swapped, events)).fault).toMatchObject({
          kind: "moved",
          eventId: nth(events, Math.min(at, other)).id,
        });
        const last = nth(events, events.length - 1);
        const away = [...events.toSpliced(at, 1), { ...one, position: last.position + 1 }];
        expect((await prove(away, events)).fault).toMatchObject({ kind: "moved", eventId: one.id });
      }),
      runs,
    );
  });

  it("finds by the next anchor what was rewritten with everything that was recorded of it", async () => {
    await fc.assert(
      fc.asyncProperty(chosen, async ({ events, at }) => {
        fc.pre(nth(events, at).type !== "HistoryAnchored");
        const covering = events.findIndex(
          ({ type, data }) => type === "HistoryAnchored" && (data as Anchor).count > at,
        );
        const altered = events.with(at, { ...nth(events, at), data: {} });
        const { fault } = await prove(altered, altered);
        if (covering < 0) expect(fault).toBeNull();
        else expect(fault).toMatchObject({ kind: "anchor_mismatch", eventId: nth(events, covering).id });
      }),
      runs,
    );
  });

  it("finds an anchor of another key, of another business, and one whose predecessor is another", async () => {
    const events = historyOf(5, 3);
    const at = events.findLastIndex(({ type }) => type === "HistoryAnchored");
    const anchor = nth(events, at).data as Anchor;
    const signed = (said: Omit<Anchor, "signature">, by = attestor): Anchor => ({
      ...said,
      signature: by.sign(anchorText(said)),
    });
    const kindWith = async (data: unknown) => {
      const forged = events.with(at, { ...nth(events, at), data });
      return (await prove(forged, forged)).fault?.kind;
    };
    expect(anchor.previous).not.toBeNull();
    expect(await kindWith(signed(anchor))).toBeUndefined();
    expect(await kindWith(signed(anchor, createAttestor(Buffer.alloc(32, 1))))).toBe("anchor_forged");
    expect(await kindWith(signed({ ...anchor, businessId: "b9" }))).toBe("anchor_forged");
    expect(await kindWith(signed({ ...anchor, previous: null }))).toBe("anchor_forged");
    expect(await kindWith({ ...anchor, head: GENESIS })).toBe("anchor_forged");
    expect(await kindWith("no anchor")).toBe("anchor_forged");
    expect(await kindWith(signed({ ...anchor, head: GENESIS }))).toBe("anchor_mismatch");
    expect(await kindWith(signed({ ...anchor, count: events.length + 1 }))).toBe("anchor_mismatch");
    expect(await kindWith(signed({ ...anchor, count: 1 }))).toBe("anchor_mismatch");
    const again = events.with(at, { ...nth(events, at), data: signed({ ...anchor, count: 1 }) });
    expect((await prove(again, again)).fault?.message).toMatch(/covers 1 events, the one before it \d+/);
  });

  it("holds the heads since the last anchor, however many there are", () => {
    const heads = new RecentHeads();
    const head = (count: number) => count.toString(16).padStart(64, "0");
    for (let count = 1; count <= 1_000; count += 1) heads.push(count, head(count));
    expect([0, 1, 64, 65, 1_000, 1_001].map((count) => heads.at(count))).toEqual([
      ...[undefined, head(1), head(64), head(65), head(1_000), undefined],
    ]);
    heads.forget(998);
    expect([998, 999, 1_000].map((count) => heads.at(count))).toEqual([undefined, head(999), head(1_000)]);
    heads.forget(2_000);
    heads.push(1_001, head(1_001));
    expect([1_000, 1_001].map((count) => heads.at(count))).toEqual([undefined, head(1_001)]);
  });
});

describe("the example that is published", () => {
  const text = readFileSync(join(__dirname, "../../docs/audit-proof.md"), "utf8");
  const block = (name: string): string =>
    new RegExp(`\`\`\`${name}\n([^]*?)\n\`\`\``).exec(text)?.[1] ?? `There is no ${name}.`;

  it("gives the digests, the heads and the signature that stand beside it", () => {
    const events = block("ndjson")
      .split("\n")
      .map((line) => JSON.parse(line) as Recorded);
    const rows = [...text.matchAll(/^\| \d +\| `(\w{64})` \| `(\w{64})` \|$/gm)].map(([, ...row]) => row);
    let head = GENESIS;
    const computed = events.map((event) => {
      head = chained(head, eventDigest(event));
      return [eventDigest(event), head];
    });
    expect(rows).toEqual(computed);
    const { position: _position, ...digested } = events[0] as Recorded;
    expect(canonicalJson(digested)).toBe(block("text"));
    const anchor = JSON.parse(block("json anchor")) as Anchor;
    expect(anchor).toMatchObject({ count: events.length, head });
    expect(anchorText(anchor)).toBe(block("text anchor"));
    const key = JSON.parse(block("json key")) as PublishedKey;
    expect(isSigned(block("text anchor"), anchor.signature, key)).toBe(true);
    expect(key).toEqual(attestor.publicKey);
  });
});
