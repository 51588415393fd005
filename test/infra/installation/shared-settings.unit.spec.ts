/** Which settings two processes of one database have to have the same, and what an operator is told where they differ. */
import { loadConfig } from "../../../infra/config/config";
import { settingsSchema } from "../../../infra/config/settings";
import {
  differenceBetween,
  ownSettings,
  settingsInUse,
  sharedSettings,
} from "../../../infra/installation/shared-settings";

const masterKey = Buffer.alloc(32, 1);
const given = (environment: NodeJS.ProcessEnv) => settingsInUse(loadConfig(environment), masterKey);
const difference = (here: NodeJS.ProcessEnv, there: NodeJS.ProcessEnv) =>
  differenceBetween(given(here), JSON.parse(JSON.stringify(given(there))) as ReturnType<typeof given>);
const DATABASE_URL = "postgres://localhost/service";
const SECRET = "a-secret-of-24-characters-or-more";

test("every setting is either the same in all processes or each process's own", () => {
  const sorted = [...Object.keys(sharedSettings), ...ownSettings].sort();
  expect(sorted).toEqual(Object.keys(settingsSchema.shape).sort());
});

test("what is each process's own, and the order of a list, makes no difference", () => {
  const here = { PORT: "3000", LOG_LEVEL: "warn", WEBHOOK_ALLOWED_TARGETS: "one:1,two:2" };
  expect(difference(here, { PORT: "3001", WEBHOOK_ALLOWED_TARGETS: "two:2,one:1" })).toBeUndefined();
});

test("every setting that differs is named, with both values", () => {
  const here = { REVIEW_TEXT_RETENTION_DAYS: "7", PUBLIC_URL: "https://a.example" };
  expect(difference(here, {})).toBe(
    'Processes that run on this database have other settings: PUBLIC_URL is "https://a.example" here and not set there; ' +
      'REVIEW_TEXT_RETENTION_DAYS is "7" here and "30" there. Give all of them the same, or stop the others first.',
  );
});

test("a secret, and whose address it is, is neither told nor kept", () => {
  const here = { ADMIN_TOKEN: SECRET, ADMIN_EMAILS: "ada@example.com" };
  const there = { ADMIN_TOKEN: `${SECRET}2`, ADMIN_EMAILS: "grace@example.com" };
  expect(difference(here, there)).toContain(
    "ADMIN_EMAILS is one value here and another there; ADMIN_TOKEN is one value here and another there.",
  );
  expect(JSON.stringify(given(here))).not.toMatch(/secret-of|ada@/);
  expect(difference(here, {})).toContain("ADMIN_TOKEN is one value here and not set there");
});

test("what another's server asks for may be changed in one process after the other, but is set in all or in none", () => {
  const server = (password: string) => ({ SMTP_URL: `smtps://ada:${password}@mail.example.com` });
  expect(difference(server("one"), server("two"))).toBeUndefined();
  expect(difference(server("one"), {})).toContain("SMTP_URL is set here and not set there.");
});

test("where mails leave, their links lead to one address: with none given, processes of two ports differ", () => {
  const mailing = { SMTP_URL: "smtps://mail.example.com", PORT: "3000" };
  const processor = {
    ...mailing,
    ROLE: "processor",
    PORT: "3001",
    DATABASE_URL,
    MASTER_KEY: masterKey.toString("base64"),
  };
  expect(difference(processor, mailing)).toContain(
    'PUBLIC_URL is "http://localhost:3001" here and "http://localhost:3000" there.',
  );
  expect(difference({ ...processor, PUBLIC_URL: "http://localhost:3000" }, mailing)).toBeUndefined();
});

test("what only one of two versions of the program knows makes no difference", () => {
  const { REVIEW_TEXT_RETENTION_DAYS: _unknown, ...older } = given({});
  expect(differenceBetween(given({ REVIEW_TEXT_RETENTION_DAYS: "7" }), older)).toBeUndefined();
});
