/** A place newly seen in the area and category of a business is news to that business. */
import type { BusinessEvent, BusinessProfile } from "../domain/businesses";
import type { PlaceEvent } from "../domain/places/events";
import { segmentName } from "../domain/places/segments";
import { processManager, type Reaction } from "../infra/process-manager/process-manager";
import type { AlertIntent } from "./place-alerts";

/** One instance per segment: the businesses that compete in it, by id. */
export interface Competing {
  readonly accounts: Readonly<Record<string, string>>;
}

interface Area {
  readonly city: string | null;
  readonly country: string | null;
  readonly category: string | null;
}

/** The segment's instance, whatever the spelling's case; none where city or category is not known. No country is "". */
function segmentOf({ city, country, category }: Area): readonly string[] {
  if (city === null || category === null) return [];
  return [JSON.stringify([country, city, category].map((part) => segmentName(part ?? "")))];
}

/** Where a place competes: in its country's segment, and in that of businesses that named no country. */
const segmentsOf = (area: Area): readonly string[] => [
  ...new Set([...segmentOf(area), ...segmentOf({ ...area, country: null })]),
];

type Of = { readonly data: { readonly businessId: string; readonly accountId: string } };
type OfProfile = Of & { readonly data: { readonly profile: BusinessProfile } };

const enter = (state: Competing, { data }: Of): Reaction<Competing> => ({
  state: { accounts: { ...state.accounts, [data.businessId]: data.accountId } },
});
const leave = (state: Competing, { data }: Of): Reaction<Competing> => {
  const accounts = Object.entries(state.accounts).filter(([businessId]) => businessId !== data.businessId);
  return { state: accounts.length === 0 ? null : { accounts: Object.fromEntries(accounts) } };
};
const ofProfile = ({ data }: OfProfile) => segmentOf(data.profile);

export const newCompetitors = processManager<PlaceEvent | BusinessEvent>()<Competing>({
  name: "new-competitors",
  initial: { accounts: {} },
  on: {
    BusinessCreated: { instances: ofProfile, react: enter },
    BusinessRestored: { instances: ofProfile, react: enter },
    BusinessDeletionRequested: { instances: ofProfile, react: leave },
    BusinessErasureOrdered: { instances: ofProfile, react: leave },
    BusinessProfileEdited: {
      instances: ({ data }) => [...new Set([...segmentOf(data.before), ...segmentOf(data.after)])],
      react: (state, event, instance) =>
        segmentOf(event.data.after).includes(instance) ? enter(state, event) : leave(state, event),
    },
    PlaceLocated: {
      instances: ({ data }) => (data.newlySeen ? segmentsOf(data.after) : []),
      react: (state, { data }) => ({
        state: Object.keys(state.accounts).length === 0 ? null : state,
        intents: Object.entries(state.accounts).map(([businessId, accountId]) => {
          const { placeId, name, observedAt, after } = data;
          const payload: AlertIntent = {
            businessId,
            accountId,
            placeId,
            competitorId: null,
            type: "competitor.new_competitor",
            data: { placeId, name, observedAt, ...after },
          };
          return { kind: "perform", effect: "raise_alert", payload: { ...payload }, businessId };
        }),
      }),
    },
  },
});
