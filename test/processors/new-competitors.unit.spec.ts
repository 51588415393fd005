import type { BusinessEvent, BusinessProfile } from "../../domain/businesses";
import { alertTypes } from "../../domain/event-types";
import type { PlaceEvent } from "../../domain/places/events";
import { newCompetitors } from "../../processors/new-competitors";
import type { AlertIntent } from "../../processors/place-alerts";
import { givenProcess } from "../support/given-process";
import { profileOf } from "../support/profile";

type Heard = PlaceEvent | BusinessEvent;

const osloCafe = { city: "Oslo", country: "NO", category: "cafe" };
const ids = (businessId: string) => ({ businessId, accountId: `account of ${businessId}` });
const created = (businessId: string, said: Partial<BusinessProfile> = osloCafe): Heard => ({
  type: "BusinessCreated",
  data: { ...ids(businessId), profile: profileOf(said) },
});
const edited = (businessId: string, before: Partial<BusinessProfile>, after: Partial<BusinessProfile>): Heard => ({
  type: "BusinessProfileEdited",
  data: { ...ids(businessId), before: profileOf(before), after: profileOf(after) },
});
const deleted = (businessId: string): Heard => ({
  type: "BusinessDeletionRequested",
  data: { ...ids(businessId), profile: profileOf(osloCafe), restorableUntil: "2026-02-01T00:00:00.000Z" },
});
const ordered = (businessId: string): Heard => ({
  type: "BusinessErasureOrdered",
  data: { ...ids(businessId), profile: profileOf(osloCafe), reason: "Asked for" },
});
const restored = (businessId: string): Heard => ({
  type: "BusinessRestored",
  data: { ...ids(businessId), profile: profileOf(osloCafe) },
});
const located = (
  after: { city: string; country: string | null; category: string } = osloCafe,
  newlySeen = true,
): Heard => ({
  type: "PlaceLocated",
  data: {
    placeId: "p1",
    observedAt: "2026-01-01T12:00:00.000Z",
    source: "maps",
    live: newlySeen,
    newlySeen,
    name: "Rival",
    before: null,
    after,
  },
});

function alertsOf(before: readonly Heard[], event: Heard = located()): readonly AlertIntent[] {
  const { intents } = givenProcess<Heard>(newCompetitors, before).when(event);
  return intents.flatMap((intent) => (intent.kind === "perform" ? [intent.payload as unknown as AlertIntent] : []));
}
const told = (before: readonly Heard[], event?: Heard) => alertsOf(before, event).map(({ businessId }) => businessId);

describe("a place newly seen", () => {
  it("is told to every business of its city, country and category, and to no other", () => {
    const others = [created("b3", { ...osloCafe, city: "Bergen" }), created("b4", { ...osloCafe, category: "bakery" })];
    expect(told([created("b1"), created("b2"), ...others, created("b5", { ...osloCafe, country: "SE" })])).toEqual([
      "b1",
      "b2",
    ]);
  });

  it("is told with exactly the data that the public catalogue declares, and no competitor's id", () => {
    const [alert] = alertsOf([created("b1")]);
    expect(alert).toMatchObject({ ...ids("b1"), competitorId: null, placeId: "p1", type: "competitor.new_competitor" });
    const whole = { alertId: "al1", ...alert?.data };
    expect(alertTypes["competitor.new_competitor"].data.parse(whole)).toEqual(whole);
  });

  it("is told however city, country and category are capitalized or padded", () => {
    expect(told([created("b1", { city: " OSLO", country: "no", category: "Cafe " })])).toEqual(["b1"]);
  });

  it("is told once to a business that named no country, wherever the place is", () => {
    const abroad = created("b1", { city: "Oslo", category: "cafe" });
    expect(told([abroad])).toEqual(["b1"]);
    expect(told([abroad], located({ ...osloCafe, country: null }))).toEqual(["b1"]);
    expect(told([created("b1")], located({ ...osloCafe, country: null }))).toEqual([]);
  });

  it("is told to nobody who said no city or no category", () => {
    expect(told([created("b1", { city: "Oslo", country: "NO" }), created("b2", { category: "cafe" })])).toEqual([]);
  });

  it("is not told where the place was known before", () => {
    expect(told([created("b1")], located(osloCafe, false))).toEqual([]);
  });

  it("is told where the business is now, after its profile was edited", () => {
    const moved = [created("b1"), created("b2"), edited("b1", osloCafe, { ...osloCafe, city: "Bergen" })];
    expect(told(moved)).toEqual(["b2"]);
    expect(told(moved, located({ ...osloCafe, city: "Bergen" }))).toEqual(["b1"]);
    expect(told([created("b1"), edited("b1", osloCafe, { ...osloCafe, differentiator: "Rye" })])).toEqual(["b1"]);
    expect(told([created("b1", {}), edited("b1", {}, osloCafe)])).toEqual(["b1"]);
    expect(told([created("b1"), edited("b1", osloCafe, {})])).toEqual([]);
  });

  it("is told to a deleted business only after it came back", () => {
    expect(told([created("b1"), created("b2"), deleted("b1")])).toEqual(["b2"]);
    expect(told([created("b1"), deleted("b1"), restored("b1")])).toEqual(["b1"]);
  });

  it("leaves nothing behind where nobody competes", () => {
    expect(givenProcess<Heard>(newCompetitors, [located()]).states.size).toBe(0);
    for (const gone of [deleted("b1"), ordered("b1")])
      expect(givenProcess<Heard>(newCompetitors, [created("b1"), gone]).states.size).toBe(0);
  });
});
