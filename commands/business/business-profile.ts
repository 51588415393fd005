/** What a client may say of a business when creating or editing it. */
import { z } from "zod";
import type { BusinessProfile } from "../../domain/businesses";
import { placeIdSchema } from "../../domain/places/observation";
import { shownLine, shownText } from "../shown-text";
import { webUrl } from "../web-url";

export const profileFields = {
  name: shownLine(200),
  website: webUrl.nullable(),
  category: shownText(200).nullable(),
  city: shownText(200).nullable(),
  state: shownText(200).nullable(),
  country: shownText(200).nullable(),
  targetCustomer: shownText(1_000).nullable(),
  differentiator: shownText(1_000).nullable(),
  placeId: placeIdSchema.nullable().describe("The place that is the business's own listing; null unlinks it."),
};

/** At least one member, each as in {@link profileFields}. */
export const profileChanges = z
  .strictObject(profileFields)
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "At least one member is needed")
  .meta({ minProperties: 1 });

/** A profile with null for everything that was not said. */
export function wholeProfile(
  said: { name: string } & { [Member in keyof BusinessProfile]?: BusinessProfile[Member] | undefined },
): BusinessProfile {
  const { name, website, category, city, state, country, targetCustomer, differentiator } = said;
  return {
    name,
    website: website ?? null,
    category: category ?? null,
    city: city ?? null,
    state: state ?? null,
    country: country ?? null,
    targetCustomer: targetCustomer ?? null,
    differentiator: differentiator ?? null,
  };
}

/** The members that were given, without those that were left out. */
export function givenOnly<Changes extends object>(
  changes: Changes,
): { [Member in keyof Changes]?: Exclude<Changes[Member], undefined> } {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Member in keyof Changes]?: Exclude<Changes[Member], undefined> };
}
