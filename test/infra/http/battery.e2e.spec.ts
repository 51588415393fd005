/** The battery itself, over the sample endpoints: what it checks holds, and it notices where something does not. */
import type { AccountContext, Endpoint } from "../../../infra/http/endpoint";
import { describeEndpointBattery } from "../../battery/describe-endpoint-battery";
import type { Caller, Credentials, World } from "../../battery/world";
import { send } from "../../support/http-client";
import { sampleEndpoints } from "./sample-endpoints";
import { sampleRules } from "./sample-rules";
import { COLLECTOR_TOKEN, sampleSignature, startSampleService } from "./sample-service";

async function sampleWorld(): Promise<World> {
  const service = await startSampleService();
  const { accounts, url } = service;
  let told = 0;
  const cookieOf = (account: AccountContext): Credentials => ({
    cookie: `service_session=${accounts.sessionFor(account)}`,
  });
  const callerFor = async ({ access }: Endpoint, caller: Caller = {}): Promise<Credentials> => {
    const byAdmin = access.by === "admin" || access.by === "collector";
    const account = accounts.account({ plan: caller.plan ?? access.plan ?? "free", admin: caller.admin ?? byAdmin });
    if (access.by === "api_key")
      return { "x-service-key": accounts.keyFor(account, caller.scopes ?? access.scopes ?? []) };
    if (access.by === "collector" && caller.admin === undefined) return { authorization: `Bearer ${COLLECTOR_TOKEN}` };
    return cookieOf(account);
  };
  const noteOf = async (): Promise<{ credentials: Credentials; params: { id: string } }> => {
    const credentials = { "x-service-key": accounts.keyFor(accounts.account()) };
    const added = await send(`${url}/api/v1/notes`, { method: "POST", headers: credentials, body: { title: "Own" } });
    return { credentials, params: { id: (added.json as { note: { id: string } }).note.id } };
  };
  const ready: World["ready"] = async (endpoint) => {
    if (endpoint.access.by === "signature") {
      told += 1;
      return { credentials: {}, params: {}, query: { business: `told-${told}` }, body: "title=Told" };
    }
    return endpoint.path.includes("/:id") ? noteOf() : { credentials: await callerFor(endpoint), params: {} };
  };
  return {
    url,
    planRank: sampleRules.planRank,
    callerFor,
    strangerFor({ access }): Credentials {
      if (access.by === "api_key") return { "x-service-key": `svc_live_${"0".repeat(48)}` };
      if (access.by === "signature") return { "x-sample-signature": "wrong" };
      return access.by === "collector" ? { authorization: "Bearer wrong" } : { cookie: "service_session=wrong" };
    },
    signed: (target, body) => ({
      "x-sample-signature": sampleSignature({ url: `${service.publicUrl}${target}`, body }),
      "content-type": "application/x-www-form-urlencoded",
    }),
    async revoke(credentials) {
      const credential = credentials["x-service-key"] ?? credentials["cookie"]?.split("=")[1];
      if (credential !== undefined) accounts.revoke(credential);
      return credential !== undefined;
    },
    ready,
    reading: ready,
    now: () => service.clock.now(),
    trespass: async (endpoint) => ({ own: await ready(endpoint), foreign: (await noteOf()).params }),
    close: () => service.close(),
  };
}

describeEndpointBattery(
  sampleEndpoints.filter(({ id }) => id !== "fail-on-purpose"),
  sampleWorld,
);
