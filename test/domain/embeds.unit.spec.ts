/** The charts that a business shares: as many at once as its plan allows, and taken back once. */
import { serialize } from "node:v8";
import fc from "fast-check";
import { createEmbed, embeds, revokeEmbed, type Embed, type EmbedEvent } from "../../domain/embeds";
import { isRefusal } from "../../domain/fold/refusal";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const embed = (embedId: string, expiresAt: string | null = null): Omit<Embed, "createdAt"> => ({
  businessId: "b1",
  accountId: "a1",
  embedId,
  metric: "rating",
  days: 90,
  own: true,
  competitorIds: [],
  title: null,
  origins: ["https://shop.example"],
  expiresAt,
});
const created = (embedId: string, expiresAt?: string, createdAt = NOON): EmbedEvent => ({
  type: "EmbedCreated",
  data: { ...embed(embedId, expiresAt), createdAt },
});
const revoked = (embedId: string): EmbedEvent => ({
  type: "EmbedRevoked",
  data: { businessId: "b1", accountId: "a1", embedId },
});
const at = (now: string, quota = 2) => ({ now, quota });

describe("the embeds of a business", () => {
  it("are made once", () => {
    given(embeds, [])
      .when(createEmbed(embed("e1"), at(NOON)))
      .then([created("e1")])
      .repeatsNothing();
  });

  it("are taken back once, and what never was cannot be", () => {
    given(embeds, [created("e1")])
      .when(revokeEmbed("b1", "e1"))
      .then([revoked("e1")])
      .repeatsNothing();
    given(embeds, [created("e1")])
      .when(revokeEmbed("b1", "e2"))
      .thenRefused("embed_not_found");
  });

  it("are as many as the plan allows; what was taken back or has expired makes room", () => {
    const full = [created("e1"), created("e2", "2026-03-01T12:00:00.001Z")];
    given(embeds, full)
      .when(createEmbed(embed("e3"), at(NOON)))
      .thenRefused("embed_quota_reached", { quota: { name: "embedsPerBusiness", limit: 2, used: 2 } });
    given(embeds, [...full, revoked("e1")])
      .when(createEmbed(embed("e3"), at(NOON)))
      .then([created("e3")]);
    given(embeds, full)
      .when(createEmbed(embed("e3"), at("2026-03-01T12:00:00.001Z")))
      .then([created("e3", undefined, "2026-03-01T12:00:00.001Z")]);
  });

  it("are forgotten once they are gone, and a late repeat changes nothing still", () => {
    const minute = (at: number) => new Date(Date.parse(NOON) + at * 60_000).toISOString();
    const past = Array.from({ length: 5_000 }, (_none, at): EmbedEvent[] =>
      at % 2 === 0
        ? [created(`e${at}`, undefined, minute(at)), revoked(`e${at}`)]
        : [created(`e${at}`, minute(at + 1), minute(at))],
    ).flat();
    const state = past.reduce(embeds.evolve, embeds.initial);
    expect(serialize(state).byteLength).toBeLessThan(serialize(embeds.initial).byteLength + 100_000);
    for (const id of ["e4998", "e4997"]) {
      expect(revokeEmbed("b1", id)(state)).toEqual([]);
      expect(createEmbed(embed(id), at(minute(5_001)))(state)).toEqual([]);
    }
  });

  it("that were stored without the moment at which they were made are read as they were", () => {
    const { createdAt: _none, ...data } = created("e1").data as Embed;
    given(embeds, [{ type: "EmbedCreated", data }])
      .when(createEmbed(embed("e2"), at(NOON, 1)))
      .thenRefused("embed_quota_reached", { quota: { name: "embedsPerBusiness", limit: 1, used: 1 } });
  });

  it("are never more than the quota at once, whatever is asked for", () => {
    const step = fc.record({ id: fc.nat(5), revoke: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const shown = new Set<string>();
        let state = embeds.initial;
        for (const { id, revoke } of steps) {
          const decided = revoke
            ? revokeEmbed("b1", `e${id}`)(state)
            : createEmbed(embed(`e${id}`), at(NOON, 3))(state);
          if (isRefusal(decided)) continue;
          for (const event of decided) {
            if (event.type === "EmbedCreated") shown.add(event.data.embedId);
            else shown.delete(event.data.embedId);
          }
          state = decided.reduce(embeds.evolve, state);
          expect(shown.size).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});
