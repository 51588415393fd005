/** The AI visibility record (interface specification), with the interval of every rate. */
import { z } from "zod";
import { connectedView } from "../content/content-view";

const percent = z.number().min(0).max(100);
const place = { city: z.string(), state: z.string().nullable() };

const appearanceView = z.strictObject({
  mentioned: z.number().int(),
  total: z.number().int().describe("Stored answers."),
  percentage: percent.nullable().describe("Null of none."),
  interval: z
    .strictObject({ low: percent, high: percent })
    .nullable()
    .describe("Wilson's interval of 95 % around the percentage."),
});

const answerView = {
  query: z.string(),
  mentioned: z.boolean(),
  position: z.number().int().nullable().describe("1 for the first that the answer names."),
  mentionText: z.string().nullable(),
  competitorsMentioned: z.array(z.string()).readonly(),
  checkedAt: z.iso.datetime(),
};

export const aiVisibilityView = z.strictObject({
  connected: connectedView,
  businessId: z.string(),
  businessName: z.string(),
  days: z.number().int(),
  availableLocations: z.array(z.strictObject({ ...place, label: z.string() })),
  selectedLocation: z.string().nullable().describe("Null for all."),
  dailyChecksRemaining: z.number().int().describe("Of the UTC day, less the checks that are stored."),
  dailyChecksLimit: z.number().int(),
  localMetricsAvailable: z
    .boolean()
    .describe("False where nobody says where the business is, as of one that is online."),
  overall: appearanceView,
  engines: z.record(
    z.string(),
    appearanceView.extend({
      averagePosition: z.number().nullable(),
      positions: z.number().int().describe("Of so many answers with a position."),
    }),
  ),
  topQueries: z
    .array(
      z.strictObject({
        ...answerView,
        engines: z.array(z.string()).readonly().describe("Those whose newest answer names the business."),
        n: z.number().int().describe("Answers to it within the period."),
      }),
    )
    .describe("By what each engine answered last; the questions that most engines name the business for first."),
  lastChecked: z.iso.datetime().nullable(),
  recent: z
    .array(
      z.strictObject({
        id: z.string(),
        checkId: z.string(),
        engine: z.string(),
        location: z.strictObject(place).nullable(),
        ...answerView,
      }),
    )
    .describe("The newest answers."),
});
