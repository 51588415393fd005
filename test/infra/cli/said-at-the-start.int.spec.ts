/** A database that cannot be connected to is told by the setting that names it; words that make no command, by what is wrong. */
import { Client } from "pg";
import { freePort } from "../../../infra/cli/kafka/broker";
import { wordsOf } from "../../../infra/cli/migrate-log/words";
import { namingDatabaseUrl, sentenceOfEnd } from "../../../infra/cli/database-fault";
import { readOptions } from "../../chaos/options";
import { databaseUrl } from "../../support/database";

async function failing(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  const error = await client.connect().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return String(namingDatabaseUrl(new Error("The log is not available.", { cause: error })));
}

test("a database away, or one that is not there, is the one that DATABASE_URL names", async () => {
  const port = await freePort();
  expect(await failing(`postgres://me:hunter2@127.0.0.1:${port}/x`)).toBe(
    `Error: The database that DATABASE_URL names cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
  const elsewhere = await failing(databaseUrl(process.env["TEST_POSTGRES_URL"] ?? "", "no_such"));
  expect(elsewhere).toBe('Error: The database that DATABASE_URL names refuses: database "no_such" does not exist.');
});

test("a program that names no database of its own says of the embedded one what went wrong, and no setting", () => {
  const away = Object.assign(new Error("connect ENOENT /x"), { syscall: "connect" });
  const named = process.env["DATABASE_URL"];
  try {
    process.env["DATABASE_URL"] = "postgres://elsewhere/x";
    expect(sentenceOfEnd(away)).toBe("The database that DATABASE_URL names cannot be reached: connect ENOENT /x.");
    delete process.env["DATABASE_URL"];
    expect(sentenceOfEnd(away)).toBe("connect ENOENT /x");
  } finally {
    if (named !== undefined) process.env["DATABASE_URL"] = named;
  }
});

test("any other failure stays as it is", () => {
  const error = Object.assign(new Error("listen EADDRINUSE"), { syscall: "listen" });
  expect(namingDatabaseUrl(error)).toBe(error);
});

test.each([
  [[], "--from is missing."],
  [["--from", "mysql"], '--from must be postgres or eventstoredb, and is "mysql".'],
  [["--from", "postgres"], "--to is missing."],
  [["--dryrun"], "Unknown option '--dryrun'."],
  [["now"], "Unexpected argument 'now'."],
  [
    ["--from", "postgres", "--to", "postgres"],
    "The log moves from one engine to the other, not from postgres to postgres.",
  ],
  [["--from", "postgres", "--to", "eventstoredb", "--check", "--dry-run"], "--dry-run and --check exclude each other."],
])("moving the log by %j is refused with its reason, and then how it is done", (words, sentence) => {
  expect(firstLineOf(() => wordsOf(words))).toBe(sentence);
});

test.each([
  [["--minuts", "1"], "Unknown option '--minuts'."],
  [["--minutes", "0"], "--minutes must be more than 0, and at most a day."],
])("a chaos run by %j is refused with its reason", (words, sentence) => {
  expect(firstLineOf(() => readOptions(words, 1))).toBe(sentence);
});

function firstLineOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : undefined;
  }
  return undefined;
}
