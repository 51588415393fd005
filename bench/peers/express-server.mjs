/** What both express servers have in common: bodies as JSON, checked by hand, and nothing that express would do besides. */
import { once } from "node:events";
import express from "express";

/** `store` is given what was sent and resolves with what is answered. Gives the address. */
export async function startExpress(store) {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.post("/competitors", express.json(), async (request, response) => {
    const { name, place_id: placeId } = request.body;
    if (typeof name !== "string" || typeof placeId !== "string") {
      response.status(400).json({ error: "invalid" });
      return;
    }
    const competitor = await store(request.headers["x-business-id"], { placeId, ...request.body });
    response.status(201).json({ competitor });
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}
