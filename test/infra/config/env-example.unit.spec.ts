/** The example of a `.env` file says what the settings say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { envExample } from "../../../infra/config/env-example";
import { loadConfig } from "../../../infra/config/config";

test("the committed .env.example is the one that the settings generate", () => {
  expect(readFileSync(join(__dirname, "../../../.env.example"), "utf8")).toBe(envExample());
});

test("copied unchanged it changes nothing, and uncommented its defaults are accepted", () => {
  expect(parseEnv(envExample())).toEqual({});
  const uncommented = envExample().replace(/^# ([A-Z_]+=)/gm, "$1");
  const masterKey = Buffer.alloc(32).toString("base64");
  expect(loadConfig({ ...parseEnv(uncommented), MASTER_KEY: masterKey }).port).toBe(3000);
});
