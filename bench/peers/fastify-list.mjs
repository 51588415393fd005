/** A bare fastify that lists the competitors of a business by the service's own query, from the service's own tables. */
import fastify from "fastify";
import pg from "pg";
import { serve } from "../../dist/bench/harness/serve.js";

/** As many as it was fastest with. */
const CONNECTIONS = 20;
const PLACE = ["name", "address", "rating", "review_count", "website", "phone", "status", "closed_detected_at"];
const LIST = `
  SELECT c.*, ${[...PLACE, "last_checked_at"].map((column) => `p.${column} AS p_${column}`).join(", ")}
  FROM competitors AS c LEFT JOIN places AS p ON p.place_id = c.place_id
  WHERE c.business_id = $1 AND c.active = $2 ORDER BY c.added_at, c.competitor_id`;

const nullable = (type) => ({ type, nullable: true });
const competitor = {
  type: "object",
  properties: {
    ...{ id: { type: "string" }, name: { type: "string" }, address: nullable("string"), rating: nullable("number") },
    ...{ reviewCount: nullable("integer"), permanentlyClosed: { type: "boolean" }, placeId: { type: "string" } },
    ...{ closedDetectedAt: nullable("string"), lastCheckedAt: nullable("string") },
  },
};
const answer = {
  type: "object",
  properties: { competitors: { type: "array", items: competitor }, count: { type: "integer" } },
};

const viewOf = (row) => ({
  id: row.competitor_id,
  name: row.p_name ?? row.claimed_name,
  address: row.p_address ?? row.claimed_address,
  rating: row.p_rating ?? row.claimed_rating,
  reviewCount: row.p_review_count ?? row.claimed_review_count,
  permanentlyClosed: row.p_status === "permanently_closed",
  closedDetectedAt: row.p_closed_detected_at,
  placeId: row.place_id,
  lastCheckedAt: row.p_last_checked_at,
});

let address;

async function open(databaseUrl) {
  const options = "-c search_path=read_model,public -c timezone=UTC -c jit=off";
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, options });
  const server = fastify({ logger: false });
  server.get("/competitors", { schema: { response: { 200: answer } } }, async (request) => {
    const values = [request.headers["x-business-id"], true];
    const { rows } = await pool.query({ name: "list", text: LIST, values });
    return { competitors: rows.map(viewOf), count: rows.length };
  });
  address = await server.listen({ host: "127.0.0.1", port: 0 });
}

serve({ open, url: () => address });
