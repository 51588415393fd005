/** Reading: a list of 20 competitors, with everything that the service does around it. */
import type { Contender, Part } from "../harness/part";
import { CONNECTIONS, loadOf, type Load } from "../harness/load";
import { openWorld } from "../harness/world";

/** So many keys that none of them reaches its limit of requests a minute. */
const TENANTS = { number: 64, keysEach: 8, competitorsEach: 20 };

const COSTS =
  "On 2026-11-22, by CPU time on a busy machine: a list costs 205 µs in Node, 168 in PostgreSQL and 60 in the load, fastify's 262, 205 to 255 and 70, which is 1.24 to 1.35 times as much, and each side reaches of it what the machine leaves to it. Of PostgreSQL's 118 are the list itself (75 of them writing its JSON) and 50 asking twice whose key it is, before and after; a statement of its own for each list would be 177 instead of 118. Of Node's no function has more than 3 % for itself, garbage an eighth";

/** Holds a first answer against what is to be in it. */
async function check(url: string, [name = "", value = ""]: readonly string[] = []): Promise<void> {
  const answer = await fetch(url, { headers: { [name]: value } });
  const { count } = (await answer.json()) as { count?: number };
  if (count !== TENANTS.competitorsEach) throw new Error(`${url} answers ${answer.status} with ${count} competitors.`);
}

export const get: Part = {
  name: "get",
  seconds: 30,
  quick: true,
  about: "GET /api/v1/competitors, 20 rows, 64 connections, one request at a time on each.",
  async open(stage) {
    const { service, databaseUrl, tenants } = await openWorld(stage, "get", {
      ...TENANTS,
      number: TENANTS.number * stage.scale,
    });
    const fastify = await stage.worker("peers/fastify-list.mjs", databaseUrl);
    const fastifyUrl = await fastify.call<string>("url");
    const load = await stage.worker("workers/http-load.ts", null);
    const keys = tenants.flatMap((tenant) => tenant.keys.map((key) => ["x-service-key", key]));
    const ids = tenants.map(({ businessId }) => ["x-business-id", businessId]);
    await check(`${service.url}/api/v1/competitors`, keys[0]);
    await check(`${fastifyUrl}/competitors`, ids[0]);
    const contender = (
      name: string,
      setUp: string,
      pid: number,
      asked: Pick<Load, "url" | "path" | "headers">,
    ): Contender => ({
      name,
      setUp,
      run: async ({ ms }) => {
        await service.quiet();
        return loadOf(load, { ...asked, ms, connections: CONNECTIONS, method: "GET", status: 200 }, pid);
      },
    });
    return {
      workloads: [
        {
          name: "20 competitors, everything on",
          unit: "/s",
          roundMs: 2_000,
          contenders: [
            contender(
              "the service",
              "as a container runs it: key, scope, plan, rate limit, request id and log, all tables kept",
              service.pid,
              {
                url: service.url,
                path: "/api/v1/competitors",
                headers: keys,
              },
            ),
            contender(
              "fastify",
              "the same query as a prepared statement on the same tables over 20 connections, a response schema, no log, no key, no limit",
              fastify.pid,
              { url: fastifyUrl, path: "/competitors", headers: ids },
            ),
          ],
          targets: [{ against: "fastify", times: 1.3, obstacle: COSTS }],
        },
      ],
      close: () => service.stop(),
    };
  },
};
