/** Anchors come by themselves, once whoever makes them, and what cannot be anchored holds up nobody: against the running service. */
import { chainedStreams } from "../../domain/business-streams";
import { createAttestor, type Attestor } from "../../infra/attestation/attestor";
import { createCommandRunner } from "../../infra/command-runner/create-command-runner";
import { createRechained } from "../../infra/composition/audit/rechained";
import { unanchoredHistories } from "../../infra/composition/audit/unanchored-histories";
import { anchorHistories, type AnchorParts } from "../../processors/anchor-histories";
import { settled } from "../e2e/settled";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";

const HOUR_MS = 3_600_000;

describe("anchoring histories", () => {
  let service: TestService;
  let api: Api;
  let one: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    service = await startTestService();
    api = createApi(service);
    [one, other] = [await api.tenant(), await api.tenant()];
    await settled(service);
  }, 60_000);
  afterAll(() => service.close());

  const anchorsOf = async ({ businessId }: Pick<Tenant, "businessId">): Promise<number> =>
    (await service.running.engines.log.readStream(`anchors-${businessId}`)).length;
  const anchors = async () => [await anchorsOf(one), await anchorsOf(other)];
  const edit = async ({ browser }: Tenant, city: string) =>
    expectStatus(await browser.patch("/api/businesses/me", { city }), 200);
  const unanchored = () => unanchoredHistories(service.running.engines);
  // The service's own anchors are signed with another key.
  const attestor: Attestor = { ...createAttestor(Buffer.alloc(32, 7)), hasSigned: () => true };

  /** As another process would perform it: with a runner of its own. */
  function perform(intentId: string, parts: Partial<AnchorParts> = {}): Promise<unknown> {
    const { log, clock, ids } = service.running.engines;
    const runner = createCommandRunner({ log, clock, ids });
    const cause = { intentId, causationId: ids.next(), correlationId: ids.next(), instance: "all", position: 0 };
    const context = {
      ...cause,
      attempt: 1,
      firstTriedAt: null,
      now: clock.now(),
      stillMine: () => Promise.resolve(true),
    };
    const rechained = createRechained(service.running.engines);
    const silent = { onAnchored: () => undefined, onContradicted: () => undefined };
    return anchorHistories({ runner, attestor, unanchored, rechained, ...silent, ...parts })({}, context);
  }

  test("an hour after something happened every history is anchored, and anchors alone bring no further ones", async () => {
    expect(await anchors()).toEqual([0, 0]);
    service.clock.leap(HOUR_MS);
    await eventually(async () => expect(await anchors()).toEqual([1, 1]));
    await settled(service);
    service.clock.leap(3 * HOUR_MS);
    await settled(service);
    const timers = "SELECT name FROM operational.process_timers WHERE manager = 'history-anchors'";
    expect((await service.database.pool.query(timers)).rows).toEqual([]);
    expect(await anchors()).toEqual([1, 1]);
    await edit(one, "Oslo");
    await settled(service);
    expect((await service.database.pool.query(timers)).rows).toHaveLength(1);
    service.clock.leap(HOUR_MS);
    await eventually(async () => expect(await anchors()).toEqual([2, 1]));
    await settled(service);
  });

  test("two processes at once make one anchor, with the same intent and with two", async () => {
    const before = await anchorsOf(one);
    for (const intents of [["i1", "i1"] as const, ["i2", "i3"] as const]) {
      const [first, second] = intents.map((name) => service.running.engines.ids.derive("test", name)) as [
        string,
        string,
      ];
      await edit(one, `Bergen ${first}`);
      await Promise.all([perform(first), perform(second)]);
    }
    expect(await anchorsOf(one)).toBe(before + 2);
    await settled(service);
    const pages: unknown[] = [];
    for await (const page of unanchored()) pages.push(page);
    expect(pages).toEqual([]);
  });

  test("a history that cannot be anchored holds up no other, and is tried again", async () => {
    const [before, otherBefore] = await anchors();
    await Promise.all([edit(one, "Tromsø"), edit(other, "Tromsø")]);
    const sign = (text: string) => {
      if (text.includes(one.businessId)) throw new Error("It cannot be signed.");
      return attestor.sign(text);
    };
    const intentId = service.running.engines.ids.next();
    await expect(perform(intentId, { attestor: { ...attestor, sign } })).rejects.toThrow("1 histories");
    expect(await anchors()).toEqual([before, Number(otherBefore) + 1]);
    expect(await perform(intentId)).toEqual({ anchored: 1 });
    expect(await anchors()).toEqual([Number(before) + 1, Number(otherBefore) + 1]);
  });

  test("a business that was erased meanwhile is passed over", async () => {
    const gone = await api.tenant();
    const { log, ids } = service.running.engines;
    const history = { businessId: gone.businessId, events: 1, head: "0".repeat(64), position: 1 };
    await log.erase(chainedStreams(gone.businessId));

    const page = async function* () {
      yield [history];
    };
    const rechained = () => Promise.resolve(history.head);
    expect(await perform(ids.next(), { unanchored: page, rechained })).toEqual({ anchored: 0 });
    expect(await anchorsOf(gone)).toBe(0);
  });
});
