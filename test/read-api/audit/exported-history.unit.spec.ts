/** An exported history proves by itself that it is whole, and where it is not it says where and what became of it. */
import { createHash } from "node:crypto";
import { createAttestor, isSigned } from "../../../infra/attestation/attestor";
import type { Recorded } from "../../../domain/fold/event";
import type { EventLog } from "../../../infra/event-log/event-log";
import { checkExportedHistory } from "../../../read-api/audit/check-exported-history";
import { exportLines } from "../../../read-api/audit/export-lines";
import { manifestText, type ExportHeader, type ExportManifest } from "../../../read-api/audit/exported-history";
import { exported, EXPORTED_AT, logOf, ownAttestor, recorded, smallHistory } from "../../support/small-history";

type Lines = readonly string[];

/** In chunks that end anywhere, as files are read. */
async function* chunksOf(text: string, size = 37): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const check = (lines: Lines, key?: typeof ownAttestor.publicKey) =>
  checkExportedHistory(chunksOf(lines.join("")), key === undefined ? { isSigned } : { isSigned, keys: [key] });
const faultOf = async (lines: Lines) => {
  const { whole, fault } = await check(lines, ownAttestor.publicKey);
  return whole ? "whole" : fault && [fault.kind, fault.line];
};

/** What a forger would do who cannot sign: the digests of all lines made anew over altered ones. */
function rebound(lines: Lines): Lines {
  const hash = createHash("sha256");
  return lines.map((line, n) => {
    const said = JSON.parse(line) as Record<string, unknown>;
    const before = hash.copy().digest("hex");
    const own = { header: {}, manifest: { digest: before } }[String(said["kind"])] ?? { n, before };
    const text = `${JSON.stringify({ ...said, ...own })}\n`;
    hash.update(text);
    return text;
  });
}
/** The manifest signed anew. */
function resigned(lines: Lines, by: typeof ownAttestor): Lines {
  const { signature: _old, ...said } = JSON.parse(lines.at(-1) ?? "") as ExportManifest;
  const { publicKey } = JSON.parse(lines[0] ?? "") as ExportHeader;
  const manifest = { ...said, keyId: publicKey.kid };
  return [...lines.slice(0, -1), `${JSON.stringify({ ...manifest, signature: by.sign(manifestText(manifest)) })}\n`];
}
/** A log whose events become others while it is read. */
const changing = (events: () => readonly Recorded[]) => {
  const log: Pick<EventLog, "head" | "readStream"> = {
    head: () => logOf(events()).head(),
    readStream: (stream, options) => logOf(events()).readStream(stream, options),
  };
  return { log: log as EventLog, attestor: ownAttestor };
};
const without = (lines: Lines, at: number): Lines => lines.filter((_line, index) => index !== at);
const altered = (lines: Lines, at: number, from: string, to: string): Lines => {
  expect(lines[at]).toContain(from);
  return lines.map((line, index) => (index === at ? line.replace(from, to) : line));
};

describe("an exported history", () => {
  let lines: Lines;
  beforeAll(async () => {
    lines = await exported();
  });

  test("holds the business's events, then those of the places it watched, each in the order of the log, and a manifest", async () => {
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.map(({ kind }) => kind)).toEqual([
      "header",
      ...["event", "event", "event", "event", "event"],
      ...["place-event", "place-event", "place-event"],
      "manifest",
    ]);
    expect(said.slice(1, -1).map(({ position }) => position)).toEqual([2, 3, 5, 6, 7, 1, 4, 8]);
    expect(said[2]).toMatchObject({ data: { claim: { name: "Fjord Coffee" } } });
    expect(said[2]?.["stored"]).toMatchObject({ data: { claim: { name: { $sealed: "v1.abc" } } } });
    expect(said.at(-1)).toMatchObject({ events: 5, placeEvents: 3, firstPosition: 2, lastPosition: 7 });
  });

  test("is found whole with the service's key, and with the one that it names", async () => {
    for (const key of [ownAttestor.publicKey, undefined])
      expect(await check(lines, key)).toMatchObject({
        whole: true,
        fault: null,
        events: 5,
        anchors: 1,
      });
  });

  test.each([
    ["what was seen", 1, '"placeId":null', '"placeId":"x1"'],
    ["what was opened", 2, "Fjord", "Fjorx"],
    ["what is stored", 2, "v1.abc", "v1.abd"],
    ["who did it", 3, '"ada"', '"bob"'],
    ["when it was", 4, "12:00:00", "12:00:01"],
    ["a place's fact", 7, "4.2", "4.9"],
    ["the last event", 8, "4.3", "4.9"],
    ["the header", 0, EXPORTED_AT, "2026-02-02T12:00:00.000Z"],
    ["a space", 5, '"kind":', '"kind": '],
  ])("altered: %s", async (_what, at, from, to) => {
    expect(await faultOf(altered(lines, at, from, to))).toEqual(["altered", at + 1]);
  });

  test("a line that is no JSON any more is altered", async () => {
    expect(await faultOf(altered(lines, 4, '"kind":', '"kind"'))).toEqual(["altered", 5]);
  });

  test("an event that is left out of a file whose digests are made anew leaves a gap in its stream", async () => {
    expect(await faultOf(rebound(without(lines, 1)))).toEqual(["removed", 3]);
    expect(await faultOf(rebound(without(lines, 7)))).toEqual(["removed", 8]);
  });

  test("events that change places in a file whose digests are made anew are out of order", async () => {
    const swapped = [...lines.slice(0, 1), lines[2] ?? "", lines[1] ?? "", ...lines.slice(3)];
    expect(await faultOf(rebound(swapped))).toEqual(["moved", 3]);
  });

  test("any line that is removed is missed, also the last event and the manifest", async () => {
    for (const at of [1, 2, 3, 4, 5, 6, 7]) expect(await faultOf(without(lines, at))).toEqual(["removed", at + 1]);
    expect((await faultOf(without(lines, 8)))?.[0]).toBe("removed");
    expect(await faultOf(lines.slice(0, -1))).toEqual(["truncated", 9]);
    expect(await faultOf(lines.slice(0, 4))).toEqual(["truncated", 4]);
    expect((await faultOf(without(lines, 0)))?.[0]).toBe("altered");
    expect((await faultOf([]))?.[0]).toBe("truncated");
  });

  test("a line that is inserted is one too many, wherever it stands", async () => {
    const copy = lines[2] ?? "";
    for (const at of [3, 4, 6, 9])
      expect(await faultOf([...lines.slice(0, at), copy, ...lines.slice(at)])).toEqual(["inserted", at + 1]);
    for (const more of [copy, lines.at(-1) ?? ""]) expect(await faultOf([...lines, more])).toEqual(["inserted", 11]);
  });

  test("lines that changed places are found as moved", async () => {
    const swapped = [...lines.slice(0, 2), lines[3] ?? "", lines[2] ?? "", ...lines.slice(4)];
    expect(await faultOf(swapped)).toEqual(["moved", 3]);
    expect(await faultOf([...lines.slice(0, 1), ...lines.slice(2, 9), lines[1] ?? "", ...lines.slice(9)])).toEqual([
      "moved",
      2,
    ]);
  });

  test("a file that breaks off is not whole, wherever it does", async () => {
    const text = lines.join("");
    const manifest = text.length - (lines.at(-1) ?? "").length;
    for (let end = 0; end < text.length - 1; end += 101) {
      const { whole, fault } = await check([text.slice(0, end)]);
      expect({ end, whole }).toEqual({ end, whole: false });
      if (end < manifest) expect({ end, kind: fault?.kind }).toEqual({ end, kind: "truncated" });
    }
  });

  test("whoever makes all digests anew still cannot sign", async () => {
    const forged = rebound(altered(lines, 8, "4.3", "4.9"));
    expect(await faultOf(forged)).toEqual(["manifest_forged", 10]);
    expect(await faultOf(altered(lines, 9, '"events":5', '"events":5,"x":1'))).toEqual(["altered", 10]);
  });

  test.each([
    ["businessId", "b2"],
    ["events", 4],
    ["firstPosition", 1],
    ["lastPosition", 8],
    ["head", "0".repeat(64)],
    ["exportedAt", "2026-02-02T12:00:00.000Z"],
  ])("a manifest that the service signed, and whose %s is another, is not this file's", async (name, value) => {
    const said = JSON.parse(lines.at(-1) ?? "") as ExportManifest;
    // Were the sum of events another, that alone would be found.
    const others = { ...said, placeEvents: said.placeEvents + (name === "events" ? 1 : 0), [name]: value };
    const signed = resigned([...lines.slice(0, -1), JSON.stringify(others)], ownAttestor);
    expect((await check(signed, ownAttestor.publicKey)).fault).toMatchObject({
      kind: "altered",
      line: 10,
      message: `The manifest's ${name} is not that of this file.`,
    });
  });

  test("whoever makes all digests anew and signs with another key is found by the service's key, or by its anchors", async () => {
    const stranger = createAttestor(Buffer.alloc(32, 8));
    const forged = rebound(altered(lines, 8, "4.3", "4.9"));
    const signed = resigned(forged, stranger);
    expect(await faultOf(signed)).toEqual(["manifest_forged", 10]);
    const { kty, crv, x, kid } = stranger.publicKey;
    const own = { ...(JSON.parse(lines[0] ?? "") as object), publicKey: { kty, crv, x, kid } };
    const asTheirs = resigned(rebound([`${JSON.stringify(own)}\n`, ...forged.slice(1)]), stranger);
    expect(await faultOf(asTheirs)).toEqual(["manifest_forged", 1]);
    expect((await check(asTheirs)).fault).toMatchObject({ kind: "anchor_forged", line: 5, type: "HistoryAnchored" });
  });

  test("a history that was made up anew before an anchor is not the one that the anchor signs", async () => {
    const [first, ...others] = smallHistory.slice(1);
    const rewritten = recorded(
      [
        ...smallHistory.slice(0, 1),
        ...(first === undefined ? [] : [{ ...first, data: { businessId: "b1", placeId: null, name: "Other" } }]),
        ...others,
      ].map(({ stored, ...event }) => (stored === undefined ? event : { ...event, sealed: stored.data })),
    );
    expect(await faultOf(await exported(rewritten))).toEqual(["anchor_mismatch", 5]);
  });

  test("an anchor that the service did not sign is found", async () => {
    const forged = smallHistory.map((event) =>
      event.type === "HistoryAnchored" ? { ...event, data: { ...(event.data as object), signature: "AAAA" } } : event,
    );
    expect(await faultOf(await exported(forged))).toEqual(["anchor_forged", 5]);
  });

  test("events that the log got after the export began are left to the next one", async () => {
    let more: readonly Recorded[] = smallHistory.slice(0, 5);
    const found: string[] = [];
    for await (const line of exportLines(
      changing(() => more),
      "b1",
      EXPORTED_AT,
    )) {
      more = smallHistory;
      found.push(line);
    }
    expect(await check(found, ownAttestor.publicKey)).toMatchObject({ whole: true, events: 3, placeEvents: 2 });
  });

  test("an export whose business is erased meanwhile breaks without a manifest", async () => {
    let left: readonly Recorded[] = smallHistory;
    const found: string[] = [];
    const reading = async () => {
      for await (const line of exportLines(
        changing(() => left),
        "b1",
        EXPORTED_AT,
      )) {
        if (found.push(line) === 4) left = smallHistory.filter(({ stream }) => stream === "place-p1");
      }
    };
    await expect(reading()).rejects.toThrow("The stream business-b1 was erased while it was shown.");
    expect((await check(found)).whole).toBe(false);
  });

  test("memory holds what was read ahead, however long the history is", async () => {
    const events = 10_000;
    let given = 0;
    const [sample] = recorded([{ type: "BusinessProfileEdited", stream: "business-b1", data: { city: "Oslo" } }]);
    const readStream: EventLog["readStream"] = async (stream, { from = 0, limit = events } = {}) => {
      if (sample === undefined || stream !== "business-b1") return [];
      const page = Array.from({ length: Math.max(0, Math.min(limit, events - from)) }, (_none, index) => ({
        ...sample,
        revision: from + index,
        position: from + index + 1,
      }));
      given += page.length;
      return page;
    };
    const log = { head: () => Promise.resolve(events), readStream } as unknown as EventLog;
    let lines = 0;
    let aheadMost = 0;
    for await (const _line of exportLines({ log, attestor: ownAttestor }, "b1", EXPORTED_AT)) {
      lines += 1;
      aheadMost = Math.max(aheadMost, given - lines);
    }
    expect(lines).toBe(events + 2);
    expect(aheadMost).toBeLessThan(2_000);
  });
});
