/** `audit verify --file`: by whose key a file was found to be whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createAttestor } from "../../../infra/attestation/attestor";
import { createOutput } from "../../../infra/cli/audit/output";
import { verifyFile } from "../../../infra/cli/audit/proving";
import { exported, ownAttestor, smallHistory } from "../../support/small-history";

const unanchored = smallHistory.filter(({ type }) => type !== "HistoryAnchored");

describe("an exported file", () => {
  const folder = mkdtempSync(join(tmpdir(), "lbi-audit-files-"));
  const inFolder = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const keyFile = inFolder("keys.json", JSON.stringify({ keys: [ownAttestor.publicKey] }));
  afterAll(() => rmSync(folder, { recursive: true }));

  const verified = async (form: "json" | "text", file: string, key?: string) => {
    const [stream, notes] = [new PassThrough(), new PassThrough()];
    const ending = await verifyFile(file, key, createOutput(stream, notes, form));
    return { ending, out: String(stream.read()), noted: String(notes.read() ?? "") };
  };

  test("that the service signed is whole by the key that was given, and nothing is to be noted", async () => {
    const file = inFolder("own.ndjson", (await exported()).join(""));
    const { ending, out, noted } = await verified("json", file, keyFile);
    expect([ending, JSON.parse(out), noted]).toEqual([
      "whole",
      expect.objectContaining({ whole: true, keyGiven: true }),
      "",
    ]);
  });

  test.each(["json", "text"] as const)("that anybody made up is never just whole, as %s", async (form) => {
    const anybody = createAttestor(Buffer.alloc(32, 66));
    const file = inFolder("made-up.ndjson", (await exported(unanchored, anybody)).join(""));
    const alone = await verified(form, file);
    expect([alone.ending, alone.noted]).toEqual([
      "whole by its own key",
      expect.stringMatching(/^Nobody gave a key, .+\n$/),
    ]);
    expect(alone.out).toMatch(form === "json" ? /"keyGiven": false/ : /^Whole by the file's own key alone: /);
    expect((await verified(form, file, keyFile)).ending).toBe("not whole");
  });

  test("that holds no key is quoted without what a terminal would obey", async () => {
    const hostile = inFolder("hostile.json", "\u001b]0;owned\u0007\u009b2J\n\u202e");
    const file = inFolder("own.ndjson", (await exported()).join(""));
    const refused = await verified("json", file, hostile).catch((error: unknown) => (error as Error).message);
    expect(refused).toContain("cannot be read as JSON");
    expect(refused).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
