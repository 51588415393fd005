/** What the own listing has to say for itself: its rating, its hours, its entries, its photos. */
import { profileFields } from "../analytics/profile-health";
import type { ChatFacts } from "./facts";
import { readOutHours } from "./opening-hours";
import { counted, listed, named, stars } from "./words";

type Listing = NonNullable<ChatFacts["listing"]>;

const LOOKED_AT = `${profileFields.length} entries that are looked at`;
const seen = ({ seenOn }: Listing): string => `as observed on ${seenOn}`;

/** `tell`, or that there is no listing to tell of. */
export const ofListing =
  (tell: (listing: Listing, facts: ChatFacts) => readonly string[]) =>
  (facts: ChatFacts): readonly string[] => {
    const name = named(facts.business.name);
    return facts.listing === null
      ? [`No listing of ${name} is linked, or none was observed yet, so nothing of it is stored.`]
      : tell(facts.listing, facts);
  };

export const tellRating = ofListing((listing, { business, comparison }) => {
  const { rating, reviewCount } = listing;
  if (rating === null) return [`No rating of ${named(business.name)} is stored, ${seen(listing)}.`];
  const from = reviewCount === null ? "" : ` from ${counted(reviewCount, "review")}`;
  const among = comparison?.find(({ figure }) => figure === "rating");
  const own = `${named(business.name)} is rated ${stars(rating)}${from}, ${seen(listing)}.`;
  if (among === undefined || among.median === null || among.rank === null) return [own];
  return [
    own,
    `The median of the ${counted(among.n, "tracked competitor")} whose rating is known is ${stars(among.median)}; ${among.rank === 1 ? "none of them is rated higher" : `${counted(among.rank - 1, "of them is", "of them are")} rated higher`}.`,
  ];
});

export const tellHours = ofListing((listing) => {
  const { hours, status } = listing;
  const closed = status === "permanently_closed" || status === "temporarily_closed";
  const state = closed ? [`The listing is marked as ${status.replace("_", " ")}, ${seen(listing)}.`] : [];
  if (hours === null) return [...state, `The listing shows no opening hours, ${seen(listing)}.`];
  const told = readOutHours(hours);
  return [...state, told ?? "Opening hours are stored, in a form that cannot be read out here."];
});

export const tellEntries = ofListing((listing, { business }) => {
  const { address, phone, website, missing } = listing;
  const entries = [
    ...(business.category === null ? [] : [`category ${named(business.category)}`]),
    ...(address === null ? [] : [`address ${named(address)}`]),
    ...(phone === null ? [] : [`phone ${named(phone)}`]),
    ...(website === null ? [] : [`website ${named(website)}`]),
  ];
  const has = entries.length === 0 ? "The listing shows no contact details" : `The listing shows ${listed(entries)}`;
  const lacks = missing.length === 0 ? `None of the ${LOOKED_AT} is missing.` : lacking(missing);
  return [`${has}, ${seen(listing)}.`, lacks];
});

export const lacking = (missing: Listing["missing"]): string =>
  `Of the ${LOOKED_AT}, ${counted(missing.length, "is", "are")} missing: ${listed(missing)}.`;

export const tellPhotos = ofListing((listing) =>
  listing.photos === null
    ? ["Nobody has looked for photos of the listing yet."]
    : [`The listing has ${counted(listing.photos, "stored photo")}, ${seen(listing)}.`],
);
