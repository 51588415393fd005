/** The demo, as a new user runs it: in a service of its own, on either log. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPeer } from "../support/eventstoredb-peer-control";
import { thorough } from "../support/thorough";

const run = promisify(execFile);
const PROJECT = join(__dirname, "../..");

/** What it prints; rejects where it does not exit with 0. */
async function demo(settings: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const env = { PATH, HOME, TMPDIR, ...settings };
  const { stdout } = await run(process.execPath, ["--import", "tsx", "infra/cli/demo.ts"], { cwd: PROJECT, env });
  return stdout;
}

const told = [
  /Webhooks arrive, both signatures verified … \d+ deliveries of 10 types/,
  /Pause the webhook, and let something happen … kept, not sent/,
  /Ask for competitors nearby … Pier Six, \d+ m away/,
  /Import a spreadsheet … 1 imported, 1 skipped, line 4 refused/,
  /be a collector … queued, taken by the collector, ready/,
  /Read what is stored of it … 1 products, 1 technologies/,
  /Write to a customer before it is approved … refused: sms_compliance_pending/,
  /Reviewers reject it, with a reason … Say where guests agree to be written to\./,
  /Say more, and be approved … webhook and 2 e-mails/,
  /Write to the customer … delivered to \+14155550123/,
  /The customer answers, read by the API with its receipt … Kari: 1 unread, receipt [0-9a-f]{16}… verified/,
  /Restore it … active again with 4 competitors/,
  /BusinessRestored/,
  /Compare before and after its deletion … [1-9]\d* changes, all because of event \S+ \(/,
  /^ {4}business +status +"active" → "deleted"$/m,
  /Prove that the history is whole … whole: [1-9]\d* events, chain [0-9a-f]{16}…, signed anchor verified/,
  /Everything happened as it should\.\n$/,
];

describe("the demo plays the main job through and leaves with success", () => {
  test("with its events in PostgreSQL", async () => {
    const printed = await demo({});
    for (const line of told) expect(printed).toMatch(line);
  }, 60_000);

  if (thorough)
    test("or says why it cannot, and ends", async () => {
      await expect(demo({ PG_BIN_DIR: "/nowhere" })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("/nowhere") as string,
      });
    }, 60_000);

  // The whole service on the second log is for thorough runs, here as everywhere.
  if (thorough)
    test("with its events in EventStoreDB", async () => {
      const peer = await startPeer();
      try {
        const printed = await demo({ EVENTSTOREDB_URL: peer.connectionString });
        for (const line of told) expect(printed).toMatch(line);
      } finally {
        await peer.stop();
      }
    }, 60_000);
});
