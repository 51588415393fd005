/** Programs that take no words run for nobody who gives them some: they say what they do, or what is wrong. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const PROJECT = join(__dirname, "../../..");

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** With nothing to connect to: a program that ran all the same would leave nothing behind. */
function ended(program: string, words: readonly string[]): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const nowhere = { DATABASE_URL: "postgres://127.0.0.1:1/none", DEMO_URL: "http://127.0.0.1:1", PORT: "0" };
  const options = { cwd: PROJECT, env: { PATH, HOME, ...nowhere } };
  // The demo takes the client as whoever installs it does, which the one of the tests does not find.
  const loader = program === "demo" ? ["--import", "tsx"] : WITH_TYPESCRIPT;
  return new Promise((settle) => {
    execFile(process.execPath, [...loader, `infra/cli/${program}.ts`, ...words], options, (error, stdout, stderr) =>
      settle({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test.each(["start", "demo"])("%s says what it does where it is asked to, and does not do it", async (program) => {
  const { code, stdout, stderr } = await ended(program, ["--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${program}\n[A-Z].+\\.\n$`));
});

test.each([
  ["collector", ["--prot", "8080"], "Unknown option '--prot'."],
  ["scrub", ["now"], "Unexpected argument 'now'."],
])("%s by %j is refused with its reason, and then what it does", async (program, words, sentence) => {
  const { code, stdout, stderr } = await ended(program, words);
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toMatch(new RegExp(`^${sentence}\nUsage: npm run ${program}\n`));
});
