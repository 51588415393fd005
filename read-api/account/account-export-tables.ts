/** Which read tables the export of an account holds, whose rows of each, and what of them is left out, with the reason for it. */
import { accountsTable } from "../../projections/accounts";
import { aiAnswersTable } from "../../projections/ai-answers";
import { alertsTable } from "../../projections/alerts";
import { apiKeysTable } from "../../projections/api-keys";
import { businessesTable } from "../../projections/businesses";
import { chatsTable } from "../../projections/chats";
import { competitorsTable } from "../../projections/competitors";
import { complianceReferencesTable } from "../../projections/compliance-references";
import { complianceRegistrationsTable } from "../../projections/compliance-registrations";
import { contactsTable } from "../../projections/contacts";
import { contentTable } from "../../projections/content";
import { conversationsTable } from "../../projections/conversations";
import { embedsTable } from "../../projections/embeds";
import { integrationEventsTable } from "../../projections/integration-events";
import { messagesTable } from "../../projections/messages";
import { paymentsTable } from "../../projections/payments";
import { notificationSettingsTable } from "../../projections/notification-settings";
import { phoneNumbersTable } from "../../projections/phone-numbers";
import { placeReviewsTable, type PlaceReviewRow } from "../../projections/place-reviews";
import { placeSectionsTable } from "../../projections/place-sections";
import { placeSnapshotsTable } from "../../projections/place-snapshots";
import { placesTable } from "../../projections/places";
import { refreshesTable } from "../../projections/refreshes";
import { reportsTable } from "../../projections/reports";
import { reviewRequestsTable } from "../../projections/review-requests";
import { socialPostsTable } from "../../projections/social-posts";
import { webhookEndpointsTable } from "../../projections/webhook-endpoints";

export type Row = Readonly<Record<string, unknown>>;

/** Whose a row is: the account's, its active business's, of a conversation of it, or of a place that it watches. */
export type RowOwner = "account" | "business" | "conversation" | "place";

/** What a row may still show depends on the day. */
export interface ShownFrom {
  /** The first UTC day whose review texts may still be shown. */
  readonly textsSince: string;
}

export interface ExportedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly owner: RowOwner;
  /** The column that names the owner. */
  readonly of: string;
  /** A column that names the business, or is null, of a row that is an account's. */
  readonly within?: string;
  /** The order of the rows of one owner: columns that never change and that no two of them share. */
  readonly order: readonly string[];
  /** Read at once; fewer where a single row can be large. */
  readonly pageRows: number;
  /** Columns that do not leave, each with the reason. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly show: (row: Row, from: ShownFrom) => Row;
}

/** How many rows are held at once, whatever there is. */
export const PAGE_ROWS = 100;

interface Told {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, unknown>>;
}

const exported = (
  { table, key, columns }: Told,
  owner: RowOwner,
  more: Partial<Pick<ExportedTable, "within" | "order" | "pageRows" | "hidden" | "show">> = {},
): ExportedTable => {
  const of = `${owner}_id`;
  const order = key.filter((column) => column !== of);
  const whole = { table, key, columns: Object.keys(columns), owner, of, hidden: {}, pageRows: PAGE_ROWS };
  return { ...whole, order: order.length === 0 ? key : order, show: (row: Row) => row, ...more };
};

const derived = "It only helps to search, and says nothing that the other columns do not.";

/** In the order in which they are written. */
export const exportedTables: readonly ExportedTable[] = [
  exported(accountsTable, "account"),
  exported(apiKeysTable, "account", { hidden: { hash: "With it keys could be guessed without the service." } }),
  exported(webhookEndpointsTable, "account"),
  exported(businessesTable, "business"),
  exported(competitorsTable, "business"),
  exported(refreshesTable, "business"),
  exported(alertsTable, "business", { order: ["position"] }),
  exported(integrationEventsTable, "account", { within: "business_id", order: ["position", "ordinal"] }),
  exported(contentTable, "business", { order: ["position", "batch_index"], pageRows: 20 }),
  exported(chatsTable, "business", { order: ["position"] }),
  exported(embedsTable, "business", { order: ["position"] }),
  exported(contactsTable, "business", { order: ["position"] }),
  exported(paymentsTable, "business", { order: ["position"] }),
  exported(reviewRequestsTable, "business", { order: ["position"] }),
  exported(notificationSettingsTable, "business"),
  exported(aiAnswersTable, "business", { hidden: { city_name: derived } }),
  exported(reportsTable, "business", { order: ["position"] }),
  exported(socialPostsTable, "business", { order: ["position"] }),
  exported(phoneNumbersTable, "business"),
  exported(complianceRegistrationsTable, "business"),
  exported(complianceReferencesTable, "business"),
  exported(conversationsTable, "business"),
  exported(messagesTable, "conversation"),
  exported(placesTable, "place", {
    hidden: { cid_ending: derived, city_name: derived, country_name: derived, category_name: derived },
  }),
  exported(placeSnapshotsTable, "place"),
  exported(placeSectionsTable, "place", { pageRows: 4 }),
  exported(placeReviewsTable, "place", { show: (row, { textsSince }) => withinItsTime(row, textsSince) }),
];

/** The read tables that are in no export, each with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  history_chains: "It proves the history, which its owner reads with its proof under `/api/businesses/me/history`.",
  review_keywords: "It is computed from the texts of reviews, and goes with them.",
  history_events: "It proves the history, which its owner reads with its proof under `/api/businesses/me/history`.",
};

/** What a business's history consists of and no exported table is made from, each with the reason. */
export const categoriesNotExported: Readonly<Record<string, string>> = {
  anchors: "They prove the history, which its owner reads with its proof under `/api/businesses/me/history`.",
};

/** Whether or not housekeeping has taken the text out already. */
function withinItsTime(row: Row, textsSince: string): Row {
  const { text_collected_on: day } = row as unknown as PlaceReviewRow;
  return day !== null && day >= textsSince ? row : { ...row, text: null, text_collected_on: null };
}
