/** Every committed file that is generated from the code, by its path below the project's folder. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { observationJsonSchema } from "../../../commands/observations/observation-json-schema";
import { integrationEventJsonSchema } from "../../../processors/integration-events";
import type { GeneratedFiles } from "../../cli/write-documents";
import { envExample } from "../../config/env-example";
import type { Endpoint } from "../../http/endpoint";
import { routeIndex } from "../../http/openapi/route-index";
import { serviceDocument } from "./document";
import { endpoints } from "./endpoints";

const PROJECT = join(__dirname, "../../..");
const ROOMS = ["commands", "read-api"];

/** Finds an endpoint's file, which has its id as name, in whichever folder; throws where no room of endpoints has one. */
function filesOfEndpoints(): (endpoint: Endpoint) => string {
  const paths = ROOMS.flatMap((room) =>
    readdirSync(join(PROJECT, room), { encoding: "utf8", recursive: true }).map((path) => `${room}/${path}`),
  );
  const byName = new Map(paths.map((path) => [basename(path, ".ts"), path]));
  return ({ id }) => {
    const file = byName.get(id);
    if (file === undefined) throw new Error(`The endpoint ${id} is in no file of its name.`);
    return file;
  };
}

export function generatedDocuments(): GeneratedFiles {
  return {
    "docs/openapi.json": `${JSON.stringify(serviceDocument(), null, 2)}\n`,
    "docs/schemas/listing-observations.schema.json": `${JSON.stringify(observationJsonSchema(), null, 2)}\n`,
    "docs/schemas/integration-events.schema.json": `${JSON.stringify(integrationEventJsonSchema(), null, 2)}\n`,
    "docs/routes.md": routeIndex(endpoints, filesOfEndpoints()),
    ".env.example": envExample(),
  };
}
