/** Lists that Postgres writes: what is asked at the same moment shares a statement, and each is given its own. */
import { createAskJson, createAskJsonTogether, listedAs } from "../../../infra/postgres/json-answers";
import { createTestDatabase, type TestDatabase } from "../../support/database";

const LETTERS = {
  name: "letters-of-a-word",
  text: listedAs("letters", "SELECT letter FROM regexp_split_to_table($1, '') letter WHERE letter <> ''"),
};
const lettersOf = (word: string) =>
  JSON.stringify({ letters: Array.from(word, (letter) => ({ letter })), count: word.length });

let database: TestDatabase;
const statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => statements.splice(0));

type Question = Parameters<Parameters<typeof createAskJson>[0]>[0];
const asking = async (question: Question) => {
  statements.push(question.text);
  return database.pool.query(question);
};

test("lists that are asked for at the same moment are one statement, and each is what it is alone", async () => {
  const [together, alone] = [createAskJsonTogether(asking), createAskJson(asking)];
  const words = ["tea", "", 'say "hi"', "tea"];
  const answers = await Promise.all(words.map((word) => together(LETTERS, word)));
  expect(statements).toHaveLength(1);
  expect(answers.map(({ text }) => text)).toEqual(words.map(lettersOf));
  for (const [index, word] of words.entries()) expect(await alone(LETTERS, word)).toEqual(answers[index]);
});

test("a statement that writes no text for somebody is an error for them alone", async () => {
  const together = createAskJsonTogether(asking);
  const half = { name: "half-a-list", text: "SELECT CASE WHEN $1 = 'none' THEN NULL ELSE $1 END" };
  const settled = await Promise.allSettled([together(half, "none"), together(half, "some")]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
