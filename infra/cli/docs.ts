/** `npm run docs`: writes the OpenAPI document, the JSON Schema of observations, the route index and the example of a `.env` file. */
import { join } from "node:path";
import { generatedDocuments } from "../composition/catalogue/generated-documents";
import { writeDocuments } from "./write-documents";

const files = generatedDocuments();
writeDocuments(join(__dirname, "../.."), files);
console.log(`Written: ${Object.keys(files).join(", ")}.`);
