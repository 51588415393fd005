/** The OpenAPI document at `/openapi.json`, and Swagger UI over it at `/docs`, from our own origin alone. */
import { dirname } from "node:path";
import type { Express } from "express";

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

const START = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#documents", deepLinking: true, validatorUrl: null });\n`;

const file = "infra/http/documents.ts";

/** Where documents are served; not declared endpoints, but part of the route index. */
export const documentRoutes = [
  { surface: "ops", path: "/openapi.json", access: "open", file },
  { surface: "ops", path: "/docs", access: "open", file },
] as const;

export function mountDocuments(app: Express, document: () => object): void {
  let text: string | undefined;
  app.get("/openapi.json", (_request, response) => {
    response.type("application/json").send((text ??= JSON.stringify(document())));
  });
  app.use("/docs", (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    next();
  });
  app.get("/docs", (_request, response) => {
    response.type("html").send(PAGE);
  });
  app.get("/docs/start.js", (_request, response) => {
    response.type("text/javascript").send(START);
  });
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"]) {
    app.get(`/docs/${file}`, (_request, response) => {
      response.sendFile(file, { root: ASSETS, maxAge: "1d" });
    });
  }
}
