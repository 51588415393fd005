/** The client's types say what the committed document says. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

test("the committed types are fresh; `npm run docs` writes them", async () => {
  const generator = join(__dirname, "../../clients/typescript/generate.mjs");
  const { stderr } = await promisify(execFile)(process.execPath, [generator, "--check"]);
  expect(stderr).toBe("");
});
