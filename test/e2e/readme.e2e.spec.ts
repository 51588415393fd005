/** The README's tours do what they say, as they stand there, pasted into one shell one after the other. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startTestService } from "../support/service";

const PROJECT = join(__dirname, "../..");
const run = promisify(execFile);
const readme = readFileSync(join(PROJECT, "README.md"), "utf8");

/** The commands of the first shell block after a text. */
function blockAfter(text: string): string {
  const block = /```sh\n([^]*?)```/.exec(readme.split(text)[1] ?? "")?.[1];
  if (block === undefined) throw new Error(`README.md has no shell block after "${text}".`);
  return block;
}

test("the tours run to their end, and what they show is what happened", async () => {
  const starting = blockAfter("## Five minutes").matchAll(/([A-Z_]+)=(\S+)/g);
  const named = Object.fromEntries([...starting].map(([, name = "", value = ""]) => [name, value]));
  const masterKey = Buffer.alloc(32, 7).toString("base64");
  const service = await startTestService({ settings: { ...named, MASTER_KEY: masterKey } });
  try {
    const tours = ["<!-- tour -->", "<!-- auditor -->", "<!-- texting -->"].map(blockAfter).join("\n");
    expect(tours).toContain("URL=http://localhost:3000 ");
    const careful = `set -euo pipefail; trap 'rm -rf "\${JAR-}" "\${KEPT-}"' EXIT\n`;
    const script = careful + tours.replace("http://localhost:3000", service.url);
    const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
    const env = { PATH, HOME, TMPDIR, DATABASE_URL: service.database.url, MASTER_KEY: masterKey };
    const { stdout, stderr } = await run("bash", ["-c", script], { cwd: PROJECT, env, maxBuffer: 2 ** 24 });
    expect(stderr).toBe("");
    const told = [/"type": ?"AlertRaised"/, /"what":"anchor-history"/, /"rating":4\.3,"reviewCount":214/];
    told.push(/"unreadCount":1.*"_receipt":/, /"body":"On our way!"/, /"subject":"Your SMS registration was rejected"/);
    for (const one of told) expect(stdout).toMatch(one);
    // The service's proof, and that of the exported file.
    expect(stdout.match(/^ {2}"whole": true,$/gm)).toHaveLength(2);
  } finally {
    await service.close();
  }
}, 120_000);

test("a tour whose sign-up fails says so and ends, instead of waiting for what will never come", async () => {
  const tour = blockAfter("<!-- tour -->").replace("http://localhost:3000", "http://127.0.0.1:1");
  const { PATH = "", TMPDIR = "/tmp" } = process.env;
  const script = `trap 'rm -f "$JAR"' EXIT\n${tour}`;
  const running = run("bash", ["-c", script], { env: { PATH, TMPDIR }, timeout: 20_000 });
  await expect(running).rejects.toMatchObject({
    killed: false,
    stderr: expect.stringContaining("Nobody is signed in") as unknown,
  });
}, 30_000);
