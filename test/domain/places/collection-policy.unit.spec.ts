import { collectedSections } from "../../../domain/places/collection-policy";
import { collectables } from "../../../domain/places/observation";

const monitored = { jobMonitoring: true };
const basics = [
  "jobs",
  "listing",
  "photos",
  "platformRatings",
  "products",
  "reviews",
  "socialMetrics",
  "websiteChanges",
  "youtube",
];

describe("what is collected on behalf of a business", () => {
  it("is what every plan shows, on the free plan", () => {
    expect([...collectedSections("free", monitored)].sort()).toEqual(basics);
  });

  it("includes technologies and enrichment from the growth plan on", () => {
    expect([...collectedSections("growth", monitored)].sort()).toEqual(
      [...basics, "enrichment", "technologies"].sort(),
    );
  });

  it("is everything that can be collected on the agency plan", () => {
    expect([...collectedSections("agency", monitored)].sort()).toEqual([...collectables].sort());
  });

  it.each(["free", "growth", "agency"] as const)(
    "leaves out nothing but jobs where their monitoring is off (%s)",
    (plan) => {
      const off = collectedSections(plan, { jobMonitoring: false });
      expect(off).toEqual(collectedSections(plan, monitored).filter((section) => section !== "jobs"));
      expect(off).not.toContain("jobs");
    },
  );
});
