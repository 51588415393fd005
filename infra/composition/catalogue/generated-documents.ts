/** Every committed file that is generated from the code, by its path below the project's folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { observationJsonSchema } from "../../../commands/observation-json-schema";
import { integrationEventJsonSchema } from "../../../processors/integration-events";
import type { GeneratedFiles } from "../../cli/write-documents";
import { envExample } from "../../config/env-example";
import type { Endpoint } from "../../http/endpoint";
import { routeIndex } from "../../http/openapi/route-index";
import { auditRoute } from "../audit/audit-page";
import { serviceDocument } from "./document";
import { endpoints } from "./endpoints";

const PROJECT = join(__dirname, "../../..");
const ROOMS = ["commands", "read-api"];

/** An endpoint's file has its id as name; throws where no room of endpoints has such a file. */
function fileOf({ id }: Endpoint): string {
  const file = ROOMS.map((room) => `${room}/${id}.ts`).find((path) => existsSync(join(PROJECT, path)));
  if (file === undefined) throw new Error(`The endpoint ${id} is in no file of its name.`);
  return file;
}

export function generatedDocuments(): GeneratedFiles {
  return {
    "docs/openapi.json": `${JSON.stringify(serviceDocument(), null, 2)}\n`,
    "docs/schemas/listing-observations.schema.json": `${JSON.stringify(observationJsonSchema(), null, 2)}\n`,
    "docs/schemas/integration-events.schema.json": `${JSON.stringify(integrationEventJsonSchema(), null, 2)}\n`,
    "docs/routes.md": routeIndex(endpoints, fileOf, [auditRoute]),
    ".env.example": envExample(),
  };
}
