/** Queries in the past: they see the declared tables as they were, and nothing of today. */
import { recordedHistory } from "../../support/recorded-history";
import { openPast, occurredAt, type PastStage } from "./past-stage";

const BUSINESS = "b1.0";

describe("a query in the past", () => {
  let past: PastStage;
  let head: number;

  beforeAll(async () => {
    past = await openPast();
    head = await past.record(recordedHistory(5, 800));
    await past.follow(head);
  });
  afterAll(() => past.end());

  it("sees exactly the rows that were folded, with the types that read tables have", async () => {
    const timeTravel = past.travel();
    const folded = await timeTravel.fold(BUSINESS, { position: head }, { tables: ["competitors", "place_reviews"] });
    const found = await timeTravel.query(
      BUSINESS,
      { position: head },
      ["competitors", "place_reviews"],
      async ({ read }) => ({
        competitors: await read("competitors").orderBy("competitor_id"),
        place_reviews: await read("place_reviews").select("*"),
      }),
    );
    expect(found.competitors.length).toBeGreaterThan(0);
    expect(found.place_reviews.length).toBeGreaterThan(0);
    expect(folded.tables.map(({ table }) => table)).toEqual(["competitors", "place_reviews"]);
    const [competitors, reviews] = folded.tables;
    expect(found.competitors).toEqual(competitors?.rows);
    expect(new Set(found.place_reviews)).toEqual(new Set(reviews?.rows));
  });

  it("finds no table that it did not ask for, although that is there today", async () => {
    const today = past.travel().query(BUSINESS, { position: head }, ["competitors"], ({ read }) => read("places"));
    await expect(today).rejects.toMatchObject({ code: "42P01" });
  });

  it("can change nothing", async () => {
    const change = past
      .travel()
      .query(BUSINESS, { position: head }, ["competitors"], ({ read }) =>
        read.raw("DELETE FROM read_model.competitors"),
      );
    await expect(change).rejects.toMatchObject({ code: "25006" });
  });

  it("leaves no table behind, whether it succeeds or fails", async () => {
    const timeTravel = past.travel();
    await timeTravel.query(BUSINESS, { position: head }, ["competitors"], async () => undefined);
    const failing = timeTravel.query(BUSINESS, { position: head }, ["competitors"], () =>
      Promise.reject(new Error("x")),
    );
    await expect(failing).rejects.toThrow("x");
    const { rows } = await past.pool.query("SELECT relname FROM pg_class WHERE relpersistence = 't'");
    expect(rows).toEqual([]);
  });

  it("runs at the instant asked for, or when the last event it reached occurred", async () => {
    const timeTravel = past.travel();
    const nowAt = (moment: Parameters<typeof timeTravel.query>[1]) =>
      timeTravel.query(BUSINESS, moment, [], async ({ now, reached }) => ({ now: now.toISOString(), ...reached }));
    const atPosition = await nowAt({ position: 300 });
    expect(atPosition).toMatchObject({ now: atPosition.occurredAt, occurredAt: occurredAt(atPosition.position) });
    expect(atPosition.position).toBeLessThanOrEqual(300);
    const instant = "2026-01-01T00:05:00.500Z";
    expect(await nowAt({ instant })).toEqual({ ...atPosition, now: instant });
  });
});
