/** The export of a business's history, as an auditor takes it over HTTP and checks it without the service. */
import { isSigned } from "../../infra/attestation/attestor";
import { checkExportedHistory } from "../../read-api/audit/check-exported-history";
import type { PublicKey } from "../../read-api/audit/exported-history";
import { expectStatus, type Browser, type Tenant } from "../support/api";
import type { Reply } from "../support/http-client";
import { sighting } from "../support/sightings";
import { describeOnBothLogs } from "./on-both-logs";
import { settled } from "./settled";

describeOnBothLogs((running) => {
  let admin: Browser;
  let tenant: Tenant;
  let keys: readonly PublicKey[];
  let exported: Reply;

  const verdictOn = (text: string) =>
    checkExportedHistory(
      (async function* () {
        yield Buffer.from(text, "utf8");
      })(),
      { isSigned, keys },
    );

  beforeAll(async () => {
    admin = await running.api.admin();
    tenant = await running.api.tenant();
    await tenant.api.v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: "exported" } });
    await running.api.observe(sighting("exported", running.service.clock.now(), { listing: { rating: 4 } }));
    await settled(running.service);
    expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/anchors`, {}), 201);
    keys = expectStatus(await running.api.anonymous.get("/api/audit/keys"), 200)["keys"] as readonly PublicKey[];
    exported = await admin.get(`/api/admin/businesses/${tenant.businessId}/export`);
  });

  test("the file holds the history, the places that were watched and the anchors, and is whole by the published keys", async () => {
    expect([exported.status, exported.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    expect(exported.headers["content-disposition"]).toBe(`attachment; filename="history-${tenant.businessId}.ndjson"`);
    const events = expectStatus(await admin.get(`/api/admin/businesses/${tenant.businessId}/events`), 200)["events"];
    expect(await verdictOn(exported.text)).toMatchObject({
      whole: true,
      businessId: tenant.businessId,
      events: (events as readonly unknown[]).length,
      anchors: 1,
      keyId: keys[0]?.kid,
    });
    const lines = exported.text.trimEnd().split("\n");
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofPlaces = said.filter(({ kind }) => kind === "place-event").map(({ stream }) => stream);
    expect(new Set(ofPlaces)).toEqual(new Set(["place-exported"]));
  });

  test("personal fields are open in what was said and sealed in what is stored", () => {
    const added = exported.text.split("\n").find((line) => line.includes('"CompetitorAdded"')) ?? "";
    const { data, stored } = JSON.parse(added) as Record<
      string,
      { claim?: { name: unknown }; data?: { claim: unknown } }
    >;
    expect(data?.claim?.name).toBe("Fjord Coffee");
    expect(JSON.stringify(stored)).toContain("$sealed");
    expect(JSON.stringify(stored)).not.toContain("Fjord");
  });

  test("an altered copy of it is found", async () => {
    const { whole, fault } = await verdictOn(exported.text.replace("Fjord Coffee", "Fjord Koffee"));
    expect([whole, fault?.kind, fault?.type]).toEqual([false, "altered", "CompetitorAdded"]);
  });

  test("owners do not take it, and there is none of a business that never was", async () => {
    expect((await tenant.browser.get(`/api/admin/businesses/${tenant.businessId}/export`)).status).toBe(403);
    expect((await admin.get("/api/admin/businesses/none/export")).json?.["code"]).toBe("business_not_found");
  });
});
