/** Every read table, and which events erase an owner from them. */
import type { RemovalEvent } from "../../../domain/removals";
import { accountsTable } from "../../../projections/accounts";
import { aiAnswersTable } from "../../../projections/ai-answers";
import { alertsTable } from "../../../projections/alerts";
import { apiKeysTable } from "../../../projections/api-keys";
import { businessesTable } from "../../../projections/businesses";
import { chatsTable } from "../../../projections/chats";
import { competitorsTable } from "../../../projections/competitors";
import { complianceReferencesTable } from "../../../projections/compliance-references";
import { complianceRegistrationsTable } from "../../../projections/compliance-registrations";
import { contactsTable } from "../../../projections/contacts";
import { contentTable } from "../../../projections/content";
import { conversationsTable } from "../../../projections/conversations";
import { embedsTable } from "../../../projections/embeds";
import { historyChainsTable } from "../../../projections/history-chains";
import { historyEventsTable } from "../../../projections/history-events";
import { integrationEventsTable } from "../../../projections/integration-events";
import { messagesTable } from "../../../projections/messages";
import { paymentsTable } from "../../../projections/payments";
import { notificationSettingsTable } from "../../../projections/notification-settings";
import { phoneNumbersTable } from "../../../projections/phone-numbers";
import { placeReviewsTable } from "../../../projections/place-reviews";
import { placeSectionsTable } from "../../../projections/place-sections";
import { placeSnapshotsTable } from "../../../projections/place-snapshots";
import { placesTable } from "../../../projections/places";
import { refreshesTable } from "../../../projections/refreshes";
import { reportsTable } from "../../../projections/reports";
import { reviewKeywordsTable } from "../../../projections/review-keywords";
import { reviewRequestsTable } from "../../../projections/review-requests";
import { socialPostsTable } from "../../../projections/social-posts";
import { webhookEndpointsTable } from "../../../projections/webhook-endpoints";
import type { Projection } from "../../projector/projection";
import type { Erasure, ProjectorOptions } from "../../projector/projector";

export const projections = [
  accountsTable,
  aiAnswersTable,
  alertsTable,
  apiKeysTable,
  businessesTable,
  chatsTable,
  competitorsTable,
  complianceReferencesTable,
  complianceRegistrationsTable,
  contactsTable,
  contentTable,
  conversationsTable,
  embedsTable,
  historyChainsTable,
  historyEventsTable,
  integrationEventsTable,
  messagesTable,
  notificationSettingsTable,
  paymentsTable,
  phoneNumbersTable,
  placeReviewsTable,
  placeSectionsTable,
  placeSnapshotsTable,
  placesTable,
  refreshesTable,
  reportsTable,
  reviewKeywordsTable,
  reviewRequestsTable,
  socialPostsTable,
  webhookEndpointsTable,
] as unknown as readonly Projection[];

export const erasures: ProjectorOptions["erasures"] = {
  BusinessRemoved: (event): Erasure => ({ kind: "business", id: (event as unknown as RemovalEvent).data.businessId }),
};
