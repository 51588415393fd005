/** Every endpoint of the service; a test holds that no file in the rooms of endpoints is left out. */
import { activateBusiness } from "../../../commands/activate-business";
import { addCompetitor } from "../../../commands/add-competitor";
import { anchorHistory } from "../../../commands/anchor-history";
import { autocompletePlaces } from "../../../commands/autocomplete-places";
import { changeConversation } from "../../../commands/change-conversation";
import { changeWebhook } from "../../../commands/change-webhook";
import { checkCompetitor } from "../../../commands/check-competitor";
import { createApiKey } from "../../../commands/create-api-key";
import { createBusiness } from "../../../commands/create-business";
import { deleteBusiness } from "../../../commands/delete-business";
import { deleteWebhook } from "../../../commands/delete-webhook";
import { editMyBusiness } from "../../../commands/edit-my-business";
import { editOwnProfile } from "../../../commands/edit-own-profile";
import { enrichCompetitor } from "../../../commands/enrich-competitor";
import { findPlacesNearby } from "../../../commands/find-places-nearby";
import { importCompetitors } from "../../../commands/import-competitors";
import { ingestObservations } from "../../../commands/ingest-observations";
import { leaseCollectionRequests } from "../../../commands/lease-collection-requests";
import { markAlertByKey } from "../../../commands/mark-alert-by-key";
import { markMyAlert } from "../../../commands/mark-my-alert";
import { orderErasure } from "../../../commands/order-erasure";
import { provisionPhoneNumber } from "../../../commands/provision-phone-number";
import { reactivateApiKey } from "../../../commands/reactivate-api-key";
import { receiveComplianceStatus } from "../../../commands/receive-compliance-status";
import { receiveSms } from "../../../commands/receive-sms";
import { receiveSmsStatus } from "../../../commands/receive-sms-status";
import { registerPhoneCompliance } from "../../../commands/register-phone-compliance";
import { registerWebhook } from "../../../commands/register-webhook";
import { removeCompetitor } from "../../../commands/remove-competitor";
import { restoreBusiness } from "../../../commands/restore-business";
import { resubmitPhoneCompliance } from "../../../commands/resubmit-phone-compliance";
import { retryWebhookDelivery } from "../../../commands/retry-webhook-delivery";
import { reverseGeocode } from "../../../commands/reverse-geocode";
import { reviewSandboxRegistration } from "../../../commands/review-sandbox-registration";
import { revokeApiKeyAsAdmin } from "../../../commands/revoke-api-key-as-admin";
import { revokeApiKey } from "../../../commands/revoke-api-key";
import { rotateWebhookSecret } from "../../../commands/rotate-webhook-secret";
import { scanTechStack } from "../../../commands/scan-tech-stack";
import { searchPlaces } from "../../../commands/search-places";
import { sendMessage } from "../../../commands/send-message";
import { setAccountPlan } from "../../../commands/set-account-plan";
import { setJobMonitoring } from "../../../commands/set-job-monitoring";
import { signIn } from "../../../commands/sign-in";
import { signOut } from "../../../commands/sign-out";
import { signUp } from "../../../commands/sign-up";
import { startConversation } from "../../../commands/start-conversation";
import { suspendApiKey } from "../../../commands/suspend-api-key";
import { testWebhook } from "../../../commands/test-webhook";
import { writeSandboxMessage } from "../../../commands/write-sandbox-message";
import { exportBusinessHistory } from "../../../read-api/export-business-history";
import { getAlert } from "../../../read-api/get-alert";
import { getBusinessDiff } from "../../../read-api/get-business-diff";
import { getBusinessState } from "../../../read-api/get-business-state";
import { getCompetitor } from "../../../read-api/get-competitor";
import { getCompetitorAds } from "../../../read-api/get-competitor-ads";
import { getCompetitorEnrichment } from "../../../read-api/get-competitor-enrichment";
import { getCompetitorTechStack } from "../../../read-api/get-competitor-tech-stack";
import { getCompetitorVideoChannel } from "../../../read-api/get-competitor-video-channel";
import { getCurrentApiKey } from "../../../read-api/get-current-api-key";
import { getGapAnalysis } from "../../../read-api/get-gap-analysis";
import { getHealth } from "../../../read-api/get-health";
import { getHistoryProof } from "../../../read-api/get-history-proof";
import { getMarketDensity } from "../../../read-api/get-market-density";
import { getMarketSaturation } from "../../../read-api/get-market-saturation";
import { getMetrics } from "../../../read-api/get-metrics";
import { getMyBusiness } from "../../../read-api/get-my-business";
import { getMyBusinessState } from "../../../read-api/get-my-business-state";
import { getMyHistoryProof } from "../../../read-api/get-my-history-proof";
import { getOwnProfile } from "../../../read-api/get-own-profile";
import { getProfileHealth } from "../../../read-api/get-profile-health";
import { getReadiness } from "../../../read-api/get-readiness";
import { getReportCard } from "../../../read-api/get-report-card";
import { getSession } from "../../../read-api/get-session";
import { listAlerts } from "../../../read-api/list-alerts";
import { listApiKeys } from "../../../read-api/list-api-keys";
import { listAuditKeys } from "../../../read-api/list-audit-keys";
import { listBusinessEvents } from "../../../read-api/list-business-events";
import { listBusinessLooks } from "../../../read-api/list-business-looks";
import { listBusinesses } from "../../../read-api/list-businesses";
import { listCompetitorJobs } from "../../../read-api/list-competitor-jobs";
import { listCompetitorPhotos } from "../../../read-api/list-competitor-photos";
import { listCompetitorPlatformRatings } from "../../../read-api/list-competitor-platform-ratings";
import { listCompetitorProducts } from "../../../read-api/list-competitor-products";
import { listCompetitorReviews } from "../../../read-api/list-competitor-reviews";
import { listCompetitorSnapshots } from "../../../read-api/list-competitor-snapshots";
import { listCompetitorSocialMetrics } from "../../../read-api/list-competitor-social-metrics";
import { listCompetitorSuggestions } from "../../../read-api/list-competitor-suggestions";
import { listCompetitorWebsiteChanges } from "../../../read-api/list-competitor-website-changes";
import { listCompetitors } from "../../../read-api/list-competitors";
import { listConversationMessages } from "../../../read-api/list-conversation-messages";
import { listConversations } from "../../../read-api/list-conversations";
import { listEventTypes } from "../../../read-api/list-event-types";
import { listFailedWebhookDeliveries } from "../../../read-api/list-failed-webhook-deliveries";
import { listInsights } from "../../../read-api/list-insights";
import { listIntegrationEvents } from "../../../read-api/list-integration-events";
import { listKeptMails } from "../../../read-api/list-kept-mails";
import { listMarketLeaders } from "../../../read-api/list-market-leaders";
import { listMarketProjections } from "../../../read-api/list-market-projections";
import { listMyAlerts } from "../../../read-api/list-my-alerts";
import { listMyBusinessHistory } from "../../../read-api/list-my-business-history";
import { listMyCompetitors } from "../../../read-api/list-my-competitors";
import { listMyConversations } from "../../../read-api/list-my-conversations";
import { listOwnReviews } from "../../../read-api/list-own-reviews";
import { listOwnSnapshots } from "../../../read-api/list-own-snapshots";
import { listPhoneComplianceAsAdmin } from "../../../read-api/list-phone-compliance-as-admin";
import { listPhoneCompliance } from "../../../read-api/list-phone-compliance";
import { listPhoneNumbers } from "../../../read-api/list-phone-numbers";
import { listSandboxMessages } from "../../../read-api/list-sandbox-messages";
import { listWebhookDeliveries } from "../../../read-api/list-webhook-deliveries";
import { listWebhooks } from "../../../read-api/list-webhooks";
import type { Endpoint } from "../../http/endpoint";

export const endpoints = [
  activateBusiness,
  addCompetitor,
  anchorHistory,
  autocompletePlaces,
  changeConversation,
  changeWebhook,
  checkCompetitor,
  createApiKey,
  createBusiness,
  deleteBusiness,
  deleteWebhook,
  editMyBusiness,
  editOwnProfile,
  enrichCompetitor,
  findPlacesNearby,
  importCompetitors,
  ingestObservations,
  leaseCollectionRequests,
  markAlertByKey,
  markMyAlert,
  orderErasure,
  provisionPhoneNumber,
  reactivateApiKey,
  receiveComplianceStatus,
  receiveSms,
  receiveSmsStatus,
  registerPhoneCompliance,
  registerWebhook,
  removeCompetitor,
  restoreBusiness,
  resubmitPhoneCompliance,
  retryWebhookDelivery,
  reverseGeocode,
  reviewSandboxRegistration,
  revokeApiKeyAsAdmin,
  revokeApiKey,
  rotateWebhookSecret,
  scanTechStack,
  searchPlaces,
  sendMessage,
  setAccountPlan,
  setJobMonitoring,
  signIn,
  signOut,
  signUp,
  startConversation,
  suspendApiKey,
  testWebhook,
  writeSandboxMessage,
  exportBusinessHistory,
  getAlert,
  getBusinessDiff,
  getBusinessState,
  getCompetitor,
  getCompetitorAds,
  getCompetitorEnrichment,
  getCompetitorTechStack,
  getCompetitorVideoChannel,
  getCurrentApiKey,
  getGapAnalysis,
  getHealth,
  getHistoryProof,
  getMarketDensity,
  getMarketSaturation,
  getMetrics,
  getMyBusiness,
  getMyBusinessState,
  getMyHistoryProof,
  getOwnProfile,
  getProfileHealth,
  getReadiness,
  getReportCard,
  getSession,
  listAlerts,
  listApiKeys,
  listAuditKeys,
  listBusinessEvents,
  listBusinessLooks,
  listBusinesses,
  listCompetitorJobs,
  listCompetitorPhotos,
  listCompetitorPlatformRatings,
  listCompetitorProducts,
  listCompetitorReviews,
  listCompetitorSnapshots,
  listCompetitorSocialMetrics,
  listCompetitorSuggestions,
  listCompetitorWebsiteChanges,
  listCompetitors,
  listConversationMessages,
  listConversations,
  listEventTypes,
  listFailedWebhookDeliveries,
  listInsights,
  listIntegrationEvents,
  listKeptMails,
  listMarketLeaders,
  listMarketProjections,
  listMyAlerts,
  listMyBusinessHistory,
  listMyCompetitors,
  listMyConversations,
  listOwnReviews,
  listOwnSnapshots,
  listPhoneComplianceAsAdmin,
  listPhoneCompliance,
  listPhoneNumbers,
  listSandboxMessages,
  listWebhookDeliveries,
  listWebhooks,
] as unknown as readonly Endpoint[];
