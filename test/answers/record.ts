/**
 * `npm run examples -- <folder>`: picks the document's examples of answers from what tests were answered while they ran with
 * `KEEP_ANSWERS=<folder>`. What is recorded already stays as long as it fits; `npm run docs` then writes the document.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceDocument } from "../../infra/composition/catalogue/document";
import recorded from "../../infra/composition/catalogue/recorded-answers.json";
import { documentCheck } from "../support/openapi-check";
import { keptAnswers } from "./kept-answers";
import { pickAnswers } from "./pick-answers";
import { rareAnswers, rareErrors } from "./rare-errors";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Say in which folder the answers were kept.");
const file = join(__dirname, "../../infra/composition/catalogue/recorded-answers.json");
const before = readFileSync(file, "utf8");
const rare = { answers: rareAnswers(), errors: rareErrors() };
const picked = pickAnswers(documentCheck(serviceDocument()), keptAnswers(folder), recorded, rare);
const after = `${JSON.stringify(picked, null, 2)}\n`;
writeFileSync(file, after);
process.stdout.write(after === before ? "Nothing is new.\n" : `Written: ${file}\n`);
