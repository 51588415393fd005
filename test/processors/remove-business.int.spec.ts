/** The removal of a business, broken off and repeated: what it says of the erased history is true, and stays what it was. */
import { chainedStreams, ownStreams } from "../../domain/business-streams";
import { activeOf, add, competitors } from "../../domain/competitors";
import { streamName } from "../../domain/fold/aggregate";
import { chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import { phoneNumbers, requestNumber, settleNumber } from "../../domain/phone-numbers";
import { removals } from "../../domain/removals";
import { createAttestor } from "../../infra/attestation/attestor";
import { mergedStreams } from "../../infra/event-log/merged-streams";
import { createSandboxKept } from "../../infra/sms-provider/sandbox/kept";
import { createNumberReleases, type UnclaimedNumber } from "../../infra/sms-provider/number-releases";
import { removeBusiness, type RemovalParts } from "../../processors/remove-business";
import { settled } from "../e2e/settled";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { startTestService, type TestService } from "../support/service";

const DAY_MS = 86_400_000;

describe("the removal of a business", () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startTestService();
    api = createApi(service);
  }, 60_000);
  afterAll(() => service.close());

  /** Deleted, with a removal that is due: asked for by hand, because the service's own waits for its clock. */
  async function due(own: Partial<RemovalParts>): Promise<{ tenant: Tenant; remove: () => Promise<unknown> }> {
    const tenant = await api.tenant();
    const place = { name: "Fjord Coffee", place_id: `tracked by ${tenant.businessId}` };
    await tenant.api.v1.post("/api/v1/competitors", { body: place });
    expectStatus(await tenant.browser.delete("/api/businesses/me/delete"), 200);
    await settled(service);
    const { runner, log, ids, clock } = service.running.engines;
    const { businessId, accountId } = tenant;
    const [intentId, causationId, correlationId] = [ids.next(), ids.next(), "named by a client"];
    const now = new Date(clock.now().getTime() + 31 * DAY_MS);
    const stillMine = () => Promise.resolve(true);
    const context = { intentId, causationId, correlationId, instance: businessId, position: 0, now, stillMine };
    const attestor = createAttestor(Buffer.alloc(32, 7));
    const nothing = () => Promise.resolve();
    const releases = createNumberReleases({
      ...service.running.engines,
      provider: null,
      sandbox: createSandboxKept(service.running.engines).holder,
    });
    const others = { releases, everyoneReached: nothing, erase: nothing, onFailure: () => undefined, ...own };
    const remove = () =>
      removeBusiness({ runner, log, attestor, streamsOf: ownStreams, ...others })(
        { businessId, accountId },
        { ...context, attempt: 1, firstTriedAt: null },
      );
    return { tenant, remove };
  }
  const remains = async ({ businessId }: Tenant) =>
    service.running.engines.log.readStream(streamName(removals.category, businessId));

  it("counts and chains the very history that is erased, and says the same when it is repeated", async () => {
    let broken = true;
    const { log } = service.running.engines;
    const { tenant, remove } = await due({
      async erase(_businessId, streams) {
        if (broken) throw new Error("Broken off.");
        await log.erase(streams);
      },
    });
    await expect(remove()).rejects.toThrow("Broken off.");
    let [chainHead, erasedEvents] = [GENESIS, 0];
    for await (const event of mergedStreams(log, chainedStreams(tenant.businessId))) {
      chainHead = chained(chainHead, eventDigest(event));
      erasedEvents += 1;
    }
    const said = await remains(tenant);
    expect(said.map(({ data }) => data)).toMatchObject([
      { chainHead, erasedEvents, requestedBy: { kind: "user", id: tenant.accountId } },
    ]);
    // Half of the streams are gone when it goes on.
    await log.erase(ownStreams(tenant.businessId).slice(0, 2));
    broken = false;
    expect(await remove()).toEqual({ removed: true });
    expect(await remains(tenant)).toEqual(said);
  });

  it("leaves nothing of the words with which a client named its request", async () => {
    const { tenant, remove } = await due({});
    await remove();
    expect(JSON.stringify(await remains(tenant))).not.toContain("named by a client");
    const { log } = service.running.engines;
    const slots = await log.readStream(streamName("account", tenant.accountId));
    expect(slots.at(-1)).toMatchObject({ type: "BusinessSlotFreed" });
    expect(JSON.stringify(slots)).not.toContain("named by a client");
  });

  it("lets go of what a request that was under way adds while it is being removed", async () => {
    const { runner, ids } = service.running.engines;
    let late: (() => Promise<unknown>) | undefined;
    const { tenant, remove } = await due({
      async everyoneReached() {
        await late?.();
        late = undefined;
      },
    });
    const { businessId, accountId } = tenant;
    const claim = { name: "Late", address: null, rating: null, reviewCount: null, website: null };
    const addition = { businessId, accountId, competitorId: ids.next(), placeId: "late", claim, ownPlaceId: null };
    const command = { commandId: ids.next(), correlationId: "late", causationId: "late" };
    const actor = { kind: "user", id: accountId } as const;
    late = () => runner.execute(competitors, businessId, add({ ...addition, quota: 10 }), { ...command, actor });
    expect(await remove()).toEqual({ removed: true });
    expect(activeOf((await runner.load(competitors, businessId)).state).size).toBe(0);
  });

  it("notes the numbers that are to be given back before anything of the business goes, those included that are on their way or were bought unheard", async () => {
    const { runner, ids } = service.running.engines;
    const noted: unknown[] = [];
    const releases = {
      async note(numbers: readonly UnclaimedNumber[]) {
        noted.push(numbers, (await remains(tenant)).length);
        if (noted.length === 2) throw new Error("Broken off.");
      },
    };
    const { tenant, remove } = await due({ releases });
    const { businessId, accountId } = tenant;
    const actor = { kind: "user", id: accountId } as const;
    const had = { provider: "twilio", providerNumberId: "PN1" } as const;
    const number = { businessId, accountId, kind: "toll_free", country: "US", areaCode: null } as const;
    const owned = (phoneNumberId: string) => ({ businessId, accountId, phoneNumberId });
    for (const decide of [
      ...["n1", "n2", "n3"].map((phoneNumberId) => requestNumber({ ...number, phoneNumberId }, { quota: 3 })),
      settleNumber({ type: "PhoneNumberProvisioned", data: { ...owned("n1"), ...had, phoneNumber: "+18335550100" } }),
      settleNumber({
        type: "PhoneNumberProvisioningFailed",
        data: { ...owned("n3"), reason: "refused", message: "No." },
      }),
    ])
      await runner.execute(phoneNumbers, businessId, decide, {
        ...{ commandId: ids.next(), correlationId: "asked", causationId: "asked", actor },
      });
    await expect(remove()).rejects.toThrow("Broken off.");
    expect(await remove()).toEqual({ removed: true });
    const numbers = [
      { phoneNumberId: "n1", had },
      { phoneNumberId: "n2", had: null },
      { phoneNumberId: "n3", had: null },
    ];
    expect(noted).toEqual([numbers, 0, numbers, 0]);
  });
});
