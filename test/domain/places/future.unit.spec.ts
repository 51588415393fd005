import { observe } from "../../../domain/places/observe";
import { places } from "../../../domain/places/place";
import { NOW, sighting, TERMS, typesOf, watched } from "../../support/sighted";

describe("an observation", () => {
  it("in the future is refused, but not where the collector's clock is a little ahead of ours", () => {
    const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
    const refused = observe(sighting(at(11)), NOW, TERMS)(places.initial);
    expect(refused).toMatchObject({ refused: "observation_from_the_future", details: { path: "observedAt" } });
    expect(typesOf(watched([sighting(at(10), { reviews: [] })]).events)).toEqual(["PlaceFirstSeen"]);
  });
});
