/** Every endpoint of the service; a test holds that no file in the rooms of endpoints is left out. */
import { activateBusiness } from "../../../commands/business/activate-business";
import { addCompetitor } from "../../../commands/competitors/add-competitor";
import { anchorHistory } from "../../../commands/audit/anchor-history";
import { askChat } from "../../../commands/content/ask-chat";
import { autocompletePlaces } from "../../../commands/places/autocomplete-places";
import { cancelSocialPost } from "../../../commands/dealings/cancel-social-post";
import { changeConversation } from "../../../commands/messaging/change-conversation";
import { changeWebhook } from "../../../commands/webhooks/change-webhook";
import { checkCompetitor } from "../../../commands/competitors/check-competitor";
import { chooseNotifications } from "../../../commands/alerts/choose-notifications";
import { createApiKey } from "../../../commands/account/create-api-key";
import { createBusiness } from "../../../commands/business/create-business";
import { createContact } from "../../../commands/dealings/create-contact";
import { createContent } from "../../../commands/content/create-content";
import { createEmbed } from "../../../commands/dealings/create-embed";
import { deleteBusiness } from "../../../commands/business/delete-business";
import { deleteWebhook } from "../../../commands/webhooks/delete-webhook";
import { editMyBusiness } from "../../../commands/business/edit-my-business";
import { editOwnProfile } from "../../../commands/business/edit-own-profile";
import { enrichCompetitor } from "../../../commands/competitors/enrich-competitor";
import { findPlacesNearby } from "../../../commands/places/find-places-nearby";
import { importCompetitors } from "../../../commands/competitors/import/import-competitors";
import { ingestObservations } from "../../../commands/observations/ingest-observations";
import { leaseCollectionRequests } from "../../../commands/observations/lease-collection-requests";
import { makeReport } from "../../../commands/dealings/make-report";
import { markAlertByKey } from "../../../commands/alerts/mark-alert-by-key";
import { markMyAlert } from "../../../commands/alerts/mark-my-alert";
import { orderErasure } from "../../../commands/audit/order-erasure";
import { provisionPhoneNumber } from "../../../commands/messaging/provision-phone-number";
import { reactivateApiKey } from "../../../commands/account/reactivate-api-key";
import { receiveComplianceStatus } from "../../../commands/messaging/receive-compliance-status";
import { receiveSms } from "../../../commands/messaging/receive-sms";
import { receiveSmsStatus } from "../../../commands/messaging/receive-sms-status";
import { recordAiAnswers } from "../../../commands/market/record-ai-answers";
import { recordPayment } from "../../../commands/dealings/record-payment";
import { registerPhoneCompliance } from "../../../commands/messaging/register-phone-compliance";
import { registerWebhook } from "../../../commands/webhooks/register-webhook";
import { removeCompetitor } from "../../../commands/competitors/remove-competitor";
import { requestReview } from "../../../commands/dealings/request-review";
import { restoreBusiness } from "../../../commands/business/restore-business";
import { resubmitPhoneCompliance } from "../../../commands/messaging/resubmit-phone-compliance";
import { retryWebhookDelivery } from "../../../commands/webhooks/retry-webhook-delivery";
import { reverseGeocode } from "../../../commands/places/reverse-geocode";
import { reviewSandboxRegistration } from "../../../commands/messaging/review-sandbox-registration";
import { revokeApiKeyAsAdmin } from "../../../commands/account/revoke-api-key-as-admin";
import { revokeApiKey } from "../../../commands/account/revoke-api-key";
import { revokeEmbed } from "../../../commands/dealings/revoke-embed";
import { rotateWebhookSecret } from "../../../commands/webhooks/rotate-webhook-secret";
import { scanTechStack } from "../../../commands/competitors/scan-tech-stack";
import { scheduleSocialPost } from "../../../commands/dealings/schedule-social-post";
import { searchPlaces } from "../../../commands/places/search-places";
import { sendMessage } from "../../../commands/messaging/send-message";
import { setAccountPlan } from "../../../commands/account/set-account-plan";
import { setJobMonitoring } from "../../../commands/competitors/set-job-monitoring";
import { signIn } from "../../../commands/account/sign-in";
import { signOut } from "../../../commands/account/sign-out";
import { signUp } from "../../../commands/account/sign-up";
import { startConversation } from "../../../commands/messaging/start-conversation";
import { resubscribe } from "../../../commands/dealings/resubscribe";
import { unsubscribe } from "../../../commands/dealings/unsubscribe";
import { suspendApiKey } from "../../../commands/account/suspend-api-key";
import { testWebhook } from "../../../commands/webhooks/test-webhook";
import { writeSandboxMessage } from "../../../commands/messaging/write-sandbox-message";
import { exportAccount } from "../../../read-api/account/export-account";
import { exportBusinessHistory } from "../../../read-api/audit/export-business-history";
import { getAiVisibility } from "../../../read-api/market/get-ai-visibility";
import { getAlert } from "../../../read-api/alerts/get-alert";
import { getBusinessDiff } from "../../../read-api/audit/get-business-diff";
import { getBusinessState } from "../../../read-api/audit/get-business-state";
import { getCompetitor } from "../../../read-api/competitors/get-competitor";
import { getCompetitorAds } from "../../../read-api/competitors/get-competitor-ads";
import { getCompetitorEnrichment } from "../../../read-api/competitors/get-competitor-enrichment";
import { getCompetitorTechStack } from "../../../read-api/competitors/get-competitor-tech-stack";
import { getCompetitorVideoChannel } from "../../../read-api/competitors/get-competitor-video-channel";
import { getCurrentApiKey } from "../../../read-api/account/get-current-api-key";
import { getGapAnalysis } from "../../../read-api/business/get-gap-analysis";
import { getHealth } from "../../../read-api/operations/get-health";
import { getHistoryProof } from "../../../read-api/audit/get-history-proof";
import { getMarket } from "../../../read-api/market/get-market";
import { getMarketDensity } from "../../../read-api/market/get-market-density";
import { getMarketSaturation } from "../../../read-api/market/get-market-saturation";
import { getMetrics } from "../../../read-api/operations/get-metrics";
import { getMyBusiness } from "../../../read-api/business/get-my-business";
import { getMyBusinessState } from "../../../read-api/audit/get-my-business-state";
import { getMyHistoryProof } from "../../../read-api/audit/get-my-history-proof";
import { getNotifications } from "../../../read-api/alerts/get-notifications";
import { getOwnProfile } from "../../../read-api/business/get-own-profile";
import { getProfileHealth } from "../../../read-api/business/get-profile-health";
import { getReadiness } from "../../../read-api/operations/get-readiness";
import { getReport } from "../../../read-api/dealings/get-report";
import { getReportCard } from "../../../read-api/business/get-report-card";
import { getSession } from "../../../read-api/account/get-session";
import { getUsage } from "../../../read-api/account/get-usage";
import { listAlerts } from "../../../read-api/alerts/list-alerts";
import { listApiKeys } from "../../../read-api/account/list-api-keys";
import { listAuditKeys } from "../../../read-api/audit/list-audit-keys";
import { listBusinessEvents } from "../../../read-api/audit/list-business-events";
import { listBusinessLooks } from "../../../read-api/audit/list-business-looks";
import { listBusinesses } from "../../../read-api/business/list-businesses";
import { listCompetitorJobs } from "../../../read-api/competitors/list-competitor-jobs";
import { listCompetitorPhotos } from "../../../read-api/competitors/list-competitor-photos";
import { listCompetitorPlatformRatings } from "../../../read-api/competitors/list-competitor-platform-ratings";
import { listCompetitorProducts } from "../../../read-api/competitors/list-competitor-products";
import { listCompetitorReviews } from "../../../read-api/competitors/list-competitor-reviews";
import { listCompetitorSnapshots } from "../../../read-api/competitors/list-competitor-snapshots";
import { listCompetitorSocialMetrics } from "../../../read-api/competitors/list-competitor-social-metrics";
import { listCompetitorSuggestions } from "../../../read-api/competitors/list-competitor-suggestions";
import { listCompetitorWebsiteChanges } from "../../../read-api/competitors/list-competitor-website-changes";
import { listCompetitors } from "../../../read-api/competitors/list-competitors";
import { listConversationMessages } from "../../../read-api/messaging/list-conversation-messages";
import { listContent } from "../../../read-api/content/list-content";
import { listConversations } from "../../../read-api/messaging/list-conversations";
import { listEmbeds } from "../../../read-api/dealings/list-embeds";
import { listEventTypes } from "../../../read-api/webhooks/list-event-types";
import { listFailedWebhookDeliveries } from "../../../read-api/webhooks/list-failed-webhook-deliveries";
import { listInsights } from "../../../read-api/business/list-insights";
import { listIntegrationEvents } from "../../../read-api/webhooks/list-integration-events";
import { listKeptMails } from "../../../read-api/operations/list-kept-mails";
import { listMarketLeaders } from "../../../read-api/market/list-market-leaders";
import { listMarketProjections } from "../../../read-api/market/list-market-projections";
import { listMarketSignals } from "../../../read-api/market/list-market-signals";
import { listMarketTrends } from "../../../read-api/market/list-market-trends";
import { listMyAlerts } from "../../../read-api/alerts/list-my-alerts";
import { listMyBusinessHistory } from "../../../read-api/audit/list-my-business-history";
import { listMyCompetitors } from "../../../read-api/competitors/list-my-competitors";
import { listMyConversations } from "../../../read-api/messaging/list-my-conversations";
import { listOwnReviews } from "../../../read-api/business/list-own-reviews";
import { listOwnSnapshots } from "../../../read-api/business/list-own-snapshots";
import { listPhoneComplianceAsAdmin } from "../../../read-api/messaging/list-phone-compliance-as-admin";
import { listPhoneCompliance } from "../../../read-api/messaging/list-phone-compliance";
import { listPhoneNumbers } from "../../../read-api/messaging/list-phone-numbers";
import { listReports } from "../../../read-api/dealings/list-reports";
import { listReviewRequests } from "../../../read-api/dealings/list-review-requests";
import { listSandboxMessages } from "../../../read-api/messaging/list-sandbox-messages";
import { listSocialPosts } from "../../../read-api/dealings/list-social-posts";
import { listWebhookDeliveries } from "../../../read-api/webhooks/list-webhook-deliveries";
import { listWebhooks } from "../../../read-api/webhooks/list-webhooks";
import { showAuditPage } from "../../../read-api/audit/show-audit-page";
import { showUnsubscribe } from "../../../read-api/dealings/show-unsubscribe";
import { showEmbed } from "../../../read-api/dealings/show-embed";
import type { Endpoint } from "../../http/endpoint";

export const endpoints = [
  activateBusiness,
  addCompetitor,
  anchorHistory,
  askChat,
  autocompletePlaces,
  cancelSocialPost,
  changeConversation,
  changeWebhook,
  checkCompetitor,
  chooseNotifications,
  createApiKey,
  createBusiness,
  createContact,
  createContent,
  createEmbed,
  deleteBusiness,
  deleteWebhook,
  editMyBusiness,
  editOwnProfile,
  enrichCompetitor,
  findPlacesNearby,
  importCompetitors,
  ingestObservations,
  leaseCollectionRequests,
  makeReport,
  markAlertByKey,
  markMyAlert,
  orderErasure,
  provisionPhoneNumber,
  reactivateApiKey,
  receiveComplianceStatus,
  receiveSms,
  receiveSmsStatus,
  recordAiAnswers,
  recordPayment,
  registerPhoneCompliance,
  registerWebhook,
  removeCompetitor,
  requestReview,
  restoreBusiness,
  resubmitPhoneCompliance,
  retryWebhookDelivery,
  reverseGeocode,
  reviewSandboxRegistration,
  revokeApiKeyAsAdmin,
  revokeApiKey,
  revokeEmbed,
  rotateWebhookSecret,
  scanTechStack,
  scheduleSocialPost,
  searchPlaces,
  sendMessage,
  setAccountPlan,
  setJobMonitoring,
  signIn,
  signOut,
  signUp,
  startConversation,
  suspendApiKey,
  unsubscribe,
  resubscribe,
  testWebhook,
  writeSandboxMessage,
  exportAccount,
  exportBusinessHistory,
  getAiVisibility,
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
  getMarket,
  getMarketDensity,
  getMarketSaturation,
  getMetrics,
  getMyBusiness,
  getMyBusinessState,
  getMyHistoryProof,
  getNotifications,
  getOwnProfile,
  getProfileHealth,
  getReadiness,
  getReport,
  getReportCard,
  getSession,
  getUsage,
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
  listContent,
  listConversations,
  listEmbeds,
  listEventTypes,
  listFailedWebhookDeliveries,
  listInsights,
  listIntegrationEvents,
  listKeptMails,
  listMarketLeaders,
  listMarketProjections,
  listMarketSignals,
  listMarketTrends,
  listMyAlerts,
  listMyBusinessHistory,
  listMyCompetitors,
  listMyConversations,
  listOwnReviews,
  listOwnSnapshots,
  listPhoneComplianceAsAdmin,
  listPhoneCompliance,
  listPhoneNumbers,
  listReports,
  listReviewRequests,
  listSandboxMessages,
  listSocialPosts,
  listWebhookDeliveries,
  listWebhooks,
  showAuditPage,
  showEmbed,
  showUnsubscribe,
] as unknown as readonly Endpoint[];
