/** The OpenAPI document at `/openapi.json`, and Swagger UI over it at `/docs`, from our own origin alone. */
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Express } from "express";
import { contentTag } from "./entity-tags";
import { taggedFile, taggedText } from "./tagged-files";

/** Swagger UI draws with inline styles and `data:` images; scripts and connections stay ours. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ASSETS = dirname(require.resolve("swagger-ui-dist/package.json"));

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <main id="documents"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Areas are listed closed, because all operations at once are more than a page; a filter finds an area by its name. */
const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#documents",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const file = "infra/http/documents.ts";

/** Where documents are served; not declared endpoints, but part of the route index. */
export const documentRoutes = [
  { surface: "ops", path: "/openapi.json", access: "open", file },
  { surface: "ops", path: "/docs", access: "open", file },
] as const;

/** Packed once: the document repeats itself a lot, and is a tenth of its size then. */
function inBothForms(text: string) {
  const plain = Buffer.from(text);
  return { plain, packed: gzipSync(plain), tag: contentTag(plain) };
}

/** Gives the paths that it serves. */
export function mountDocuments(app: Express, document: () => object): readonly string[] {
  let kept: ReturnType<typeof inBothForms> | undefined;
  app.get("/openapi.json", (request, response) => {
    const { plain, packed, tag } = (kept ??= inBothForms(JSON.stringify(document())));
    const isPacked = request.acceptsEncodings("gzip", "identity") === "gzip";
    if (isPacked) response.setHeader("content-encoding", "gzip");
    response
      .vary("accept-encoding")
      .setHeader("etag", isPacked ? tag.replace(/"$/, '-gzip"') : tag)
      .type("application/json")
      .send(isPacked ? packed : plain);
  });
  app.use("/docs", (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    next();
  });
  app.get("/docs", taggedText(PAGE, "html"));
  app.get("/docs/start.js", taggedText(START, "text/javascript"));
  const packaged = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];
  for (const file of packaged)
    app.get(`/docs/${file}`, taggedFile(join(ASSETS, file), { cacheControl: "public, max-age=86400" }));
  return ["/openapi.json", "/docs", "/docs/", ...["start.js", ...packaged].map((file) => `/docs/${file}`)];
}
