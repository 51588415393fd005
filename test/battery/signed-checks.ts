/** What the battery puts endpoints through that a messaging provider calls. */
import type { Endpoint } from "../../infra/http/endpoint";
import { SIGNED_BODY_BYTES_MAX } from "../../infra/http/signed-request";
import { type Check, errorOf, invalidAt } from "./check";
import { shootSigned } from "./requests";
import type { World } from "./world";

export const signed = ({ access }: Endpoint) => access.by === "signature";

async function tellable(world: World, endpoint: Endpoint) {
  const { query = {}, body } = await world.ready(endpoint);
  return { query, body: String(body) };
}

export const signedChecks: readonly Check[] = [
  {
    name: "what the provider signs is taken in, told for the first time or again",
    concerns: signed,
    async run(world, endpoint) {
      const ready = await tellable(world, endpoint);
      for (const _time of ["first", "again"])
        expect((await shootSigned(world, endpoint, ready)).status).toBe(endpoint.responds.status);
    },
  },
  {
    name: "what the provider signed is 401 with another body or at another address",
    concerns: signed,
    async run(world, endpoint) {
      const ready = await tellable(world, endpoint);
      const elsewhere = { query: { ...ready.query, other: "1" } };
      for (const instead of [{ body: `${ready.body} ` }, { body: "" }, elsewhere]) {
        const reply = await shootSigned(world, endpoint, ready, instead);
        expect([reply.status, reply.json]).toEqual([401, errorOf("unauthenticated")]);
      }
    },
  },
  {
    name: "what the provider signs in no form that is known is 400, and so is a query parameter that is not",
    concerns: signed,
    async run(world, endpoint) {
      const ready = await tellable(world, endpoint);
      for (const body of ["{]", "[]", "\0", ""]) {
        const reply = await shootSigned(world, endpoint, { ...ready, body });
        expect([body, reply.status, reply.json]).toEqual([body, 400, errorOf("unreadable_callback")]);
      }
      const surprising = await shootSigned(world, endpoint, { ...ready, query: { ...ready.query, surprising: "1" } });
      expect([surprising.status, surprising.json]).toEqual([400, invalidAt("query.surprising")]);
    },
  },
  {
    name: "what is too large is 413 and what is of another media type 415, whoever signs it",
    concerns: signed,
    async run(world, endpoint) {
      const ready = await tellable(world, endpoint);
      const body = "x".repeat((endpoint.bodyBytesMax ?? SIGNED_BODY_BYTES_MAX) + 1);
      const large = await shootSigned(world, endpoint, { ...ready, body });
      expect([large.status, large.json]).toEqual([413, errorOf("body_too_large")]);
      const other = await shootSigned(world, endpoint, { ...ready, headers: { "content-type": "text/plain" } });
      expect([other.status, other.json]).toEqual([415, errorOf("unsupported_media_type")]);
    },
  },
];
