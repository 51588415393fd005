/** Every read table, and which events erase an owner from them. */
import type { RemovalEvent } from "../../../domain/removals";
import { accountsTable } from "../../../projections/accounts";
import { alertsTable } from "../../../projections/alerts";
import { apiKeysTable } from "../../../projections/api-keys";
import { businessesTable } from "../../../projections/businesses";
import { competitorsTable } from "../../../projections/competitors";
import { complianceReferencesTable } from "../../../projections/compliance-references";
import { complianceRegistrationsTable } from "../../../projections/compliance-registrations";
import { conversationsTable } from "../../../projections/conversations";
import { historyChainsTable } from "../../../projections/history-chains";
import { historyEventsTable } from "../../../projections/history-events";
import { integrationEventsTable } from "../../../projections/integration-events";
import { messagesTable } from "../../../projections/messages";
import { phoneNumbersTable } from "../../../projections/phone-numbers";
import { placeReviewsTable } from "../../../projections/place-reviews";
import { placeSectionsTable } from "../../../projections/place-sections";
import { placeSnapshotsTable } from "../../../projections/place-snapshots";
import { placesTable } from "../../../projections/places";
import { refreshesTable } from "../../../projections/refreshes";
import { webhookEndpointsTable } from "../../../projections/webhook-endpoints";
import type { Projection } from "../../projector/projection";
import type { Erasure, ProjectorOptions } from "../../projector/projector";

export const projections = [
  accountsTable,
  alertsTable,
  apiKeysTable,
  businessesTable,
  competitorsTable,
  complianceReferencesTable,
  complianceRegistrationsTable,
  conversationsTable,
  historyChainsTable,
  historyEventsTable,
  integrationEventsTable,
  messagesTable,
  phoneNumbersTable,
  placeReviewsTable,
  placeSectionsTable,
  placeSnapshotsTable,
  placesTable,
  refreshesTable,
  webhookEndpointsTable,
] as unknown as readonly Projection[];

export const erasures: ProjectorOptions["erasures"] = {
  BusinessRemoved: (event): Erasure => ({ kind: "business", id: (event as unknown as RemovalEvent).data.businessId }),
};
