/** `npm run audit`, beside a running service and, for files, without one. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createAttestor } from "../../infra/attestation/attestor";
import { createApi, expectStatus, type Browser, type Tenant } from "../support/api";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { exported as exportedHistory, smallHistory } from "../support/small-history";
import { startTestService, type TestService } from "../support/service";
import { settled } from "./settled";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROJECT = join(__dirname, "../..");
const PROGRAM = [...WITH_TYPESCRIPT, "infra/cli/audit.ts"] as const;
const masterKey = (byte: number) => Buffer.alloc(32, byte).toString("base64");

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Whole, and signed with the key of whoever made it up; a `mark` makes its first event one of no known type. */
async function madeUpHistory(mark?: string): Promise<readonly string[]> {
  const events = smallHistory
    .filter(({ type }) => type !== "HistoryAnchored")
    .map((event) => (event.type === "BusinessCreated" && mark ? { ...event, type: `Made ${mark} up` } : event));
  return exportedHistory(events, createAttestor(Buffer.alloc(32, 66)));
}

describe("auditing from the command line", () => {
  let folder: string;
  let service: TestService;
  let admin: Browser;
  let tenant: Tenant;
  let empty: TestDatabase;
  let exported: string;

  const run = (
    program: string,
    words: readonly string[],
    settings: Readonly<Record<string, string>>,
  ): Promise<Ended> => {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, DATA_DIR: join(folder, "data"), ...settings };
    return new Promise((resolve) => {
      execFile(program, words, { cwd: PROJECT, env }, (error, out, errors) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, errors });
      });
    });
  };
  const audit = (settings: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    run(process.execPath, [...PROGRAM, ...words], settings);
  const besideIt = () => ({ DATABASE_URL: service.database.url, MASTER_KEY: masterKey(7) });
  const beside = (...words: readonly string[]) => audit(besideIt(), ...words);
  const withoutService = (...words: readonly string[]) =>
    audit({ DATABASE_URL: "postgres://127.0.0.1:1/none" }, ...words);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lbi-audit-"));
    [service, empty] = await Promise.all([startTestService(), createTestDatabase()]);
    const api = createApi(service);
    admin = await api.admin();
    tenant = await api.tenant();
    await tenant.api.v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: "p1" } });
    expectStatus(await tenant.browser.patch("/api/businesses/me", { city: "Bergen" }), 200);
    await settled(service);
    expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/anchors`, {}), 201);
    exported = join(folder, "history.ndjson");
    await writeFile(join(folder, "keys.json"), (await api.anonymous.get("/api/audit/keys")).text);
    expect(await beside("export", tenant.businessId, "--out", exported)).toEqual({ code: 0, out: "", errors: "" });
  }, 90_000);
  afterAll(async () => {
    await Promise.all([service.close(), empty.drop(), rm(folder, { recursive: true })]);
  });

  test("shows the history, what changed and the verdict, and each look is kept", async () => {
    const { businessId } = tenant;
    const [created] = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events`), 200)["events"] as {
      position: number;
    }[];
    const from = String(created?.position);
    const [history, diff, verdict] = await Promise.all([
      beside("history", businessId, "--type", "BusinessProfileEdited", "--text"),
      beside("diff", businessId, "--from", from, "--tables", "businesses"),
      beside("verify", businessId, "--text"),
    ]);
    expect([history.errors, diff.errors, verdict.errors]).toEqual(["", "", ""]);
    expect(history.out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^ position {2}time +type +actor +data$/),
      expect.stringMatching(/^ +\d+ {2}\S+Z +BusinessProfileEdited +user:\S+ +\{"/),
    ]);
    const { changes } = JSON.parse(diff.out) as { changes: readonly { subject: object; fields: readonly object[] }[] };
    expect(changes.find(({ subject }) => "table" in subject)?.fields).toContainEqual({
      path: "city",
      before: null,
      after: "Bergen",
    });
    expect([verdict.code, verdict.out]).toEqual([
      0,
      expect.stringMatching(/^Whole: 4 events, chain head [0-9a-f]{64}\.\n/),
    ]);
    const { looks } = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/looks`), 200);
    const ours = (looks as readonly { by: { id: string }; what: string; asked: object }[]).filter(
      ({ by }) => by.id === `audit-cli:${userInfo().username}`,
    );
    expect(ours.map(({ what }) => what).sort()).toEqual([
      "export-business-history",
      "get-business-diff",
      "get-history-proof",
      "list-business-events",
    ]);
    expect(ours.find(({ what }) => what === "get-business-diff")?.asked).toEqual({ from, tables: "businesses" });
  }, 60_000);

  test("an exported file is checked with no database at all, and one that was altered is found", async () => {
    const altered = join(folder, "altered.ndjson");
    await writeFile(altered, (await readFile(exported, "utf8")).replace("Bergen", "Berlin"));
    const keys = join(folder, "keys.json");
    const [whole, faulty] = await Promise.all([
      withoutService("verify", "--file", exported, "--key", keys, "--text"),
      withoutService("verify", "--file", altered, "--key", keys),
    ]);
    expect([whole.code, whole.errors]).toEqual([0, ""]);
    expect(whole.out).toMatch(
      /^Whole: business .+, 4 events and 0 place events, chain head [0-9a-f]{64}\.\n.+; 1 anchor holds?\./,
    );
    const found = JSON.parse(faulty.out) as { whole: boolean; fault: { kind: string; type: string } };
    expect([faulty.code, found.whole, found.fault.kind, found.fault.type]).toEqual([
      1,
      false,
      "altered",
      "BusinessProfileEdited",
    ]);
    expect((await stat(exported)).mode & 0o077).toBe(0);
  }, 60_000);

  test("a look where there is no database yet makes none, and says so", async () => {
    const dataDir = join(folder, "data");
    const missed = await audit({}, "state", tenant.businessId);
    expect(missed).toEqual({ code: 2, out: "", errors: `There is no database in ${join(dataDir, "postgres")}.\n` });
    expect(existsSync(dataDir)).toBe(false);
  }, 60_000);

  test("a file that somebody made up and signed with a key of their own is whole by that key alone, and ends with 3", async () => {
    const madeUp = join(folder, "made-up.ndjson");
    await writeFile(madeUp, (await madeUpHistory()).join(""));
    const { code, out, errors } = await withoutService("verify", "--file", madeUp);
    expect([code, errors]).toEqual([3, expect.stringMatching(/^Nobody gave a key, .+\n$/)]);
    expect(JSON.parse(out)).toMatchObject({ whole: true, keyGiven: false });
  }, 60_000);

  test("nothing that a file says in the sentence of a refusal is obeyed by the terminal", async () => {
    const hostile = join(folder, "hostile.ndjson");
    await writeFile(hostile, (await madeUpHistory("\u001b]0;owned\u0007\u009b2J\u202e\n")).join(""));
    const into = { DATABASE_URL: empty.url, MASTER_KEY: masterKey(8) };
    expect(await audit(into, "import", hostile, "--trust-file", "--text")).toEqual({
      code: 2,
      out: "",
      errors:
        "This program knows no event Made \\u001b]0;owned\\u0007\\u009b2J\\u202e\\u000a up. Nothing was read back.\n",
    });
  }, 60_000);

  test("a reader that has seen enough ends the answer quietly", async () => {
    const command = [process.execPath, ...PROGRAM, "history", tenant.businessId].join(" ");
    const { out, errors } = await run("bash", ["-c", `${command} | true`], besideIt());
    expect([out, errors]).toEqual(["", ""]);
  }, 60_000);

  test("what has no answer is told in a sentence, and ends with 2", async () => {
    const [unknown, ahead] = await Promise.all([
      beside("state", "no/such%business"),
      beside("state", tenant.businessId, "--at", "99999999"),
    ]);
    expect(unknown).toEqual({ code: 2, out: "", errors: "There is no such business.\n" });
    expect(ahead).toEqual({ code: 2, out: "", errors: expect.stringMatching(/^\S.+\.\n$/) as unknown });
  }, 60_000);

  test("states and looks are shown as the endpoints answer them", async () => {
    const { businessId } = tenant;
    const [state, looks] = await Promise.all([beside("state", businessId), beside("looks", businessId)]);
    expect([state.errors, looks.errors, state.code, looks.code]).toEqual(["", "", 0, 0]);
    const path = `/api/admin/businesses/${businessId}`;
    const at = (JSON.parse(state.out) as { at: { position: number } }).at.position;
    expect(JSON.parse(state.out)).toEqual(expectStatus(await admin.get(`${path}/state?at=${at}`), 200));
    const told = looks.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    const { looks: kept } = expectStatus(await admin.get(`${path}/looks?limit=1000`), 200) as { looks: unknown[] };
    expect(told.length).toBeGreaterThan(3);
    expect(kept).toEqual(expect.arrayContaining(told));
  }, 60_000);

  test("a file is read back into an empty service", async () => {
    const into = { DATABASE_URL: empty.url, MASTER_KEY: masterKey(8) };
    const { code, out } = await audit(into, "import", exported, "--key", join(folder, "keys.json"));
    expect([code, JSON.parse(out)]).toEqual([0, { businessId: tenant.businessId, appended: 3, anchorsLeftOut: 1 }]);
  }, 60_000);
});
