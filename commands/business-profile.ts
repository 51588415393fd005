/** What a client may say of a business when creating or editing it. */
import { z } from "zod";
import { placeIdSchema } from "../domain/places/observation";

const text = (max: number) => z.string().trim().min(1).max(max);

export const profileFields = {
  name: text(200),
  website: z.url({ protocol: /^https?$/ }).max(2_000).nullable(),
  category: text(200).nullable(),
  city: text(200).nullable(),
  state: text(200).nullable(),
  country: text(200).nullable(),
  targetCustomer: text(1_000).nullable(),
  differentiator: text(1_000).nullable(),
  placeId: placeIdSchema.nullable().describe("The place that is the business's own listing; null unlinks it."),
};

/** At least one member, each as in {@link profileFields}. */
export const profileChanges = z
  .strictObject(profileFields)
  .partial()
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), "At least one member is needed.");
