/** Every aggregate of the service. */
import { accounts } from "../../../domain/accounts";
import { aiVisibility } from "../../../domain/ai-visibility";
import { alerts } from "../../../domain/alerts";
import { anchors } from "../../../domain/anchors";
import { apiKeys } from "../../../domain/api-keys";
import { businesses } from "../../../domain/businesses";
import { chats } from "../../../domain/chats";
import { competitors } from "../../../domain/competitors";
import { compliance } from "../../../domain/compliance";
import { contacts } from "../../../domain/contacts";
import { content } from "../../../domain/content";
import { conversations } from "../../../domain/conversations";
import { dailyUses } from "../../../domain/daily-uses";
import { embeds } from "../../../domain/embeds";
import { looks, remainsLooks } from "../../../domain/looks";
import { notifications } from "../../../domain/notifications";
import { operations } from "../../../domain/operations";
import { payments } from "../../../domain/payments";
import { phoneNumbers } from "../../../domain/phone-numbers";
import { places } from "../../../domain/places/place";
import { refreshes } from "../../../domain/refreshes";
import { removals } from "../../../domain/removals";
import { reports } from "../../../domain/reports";
import { reviewRequests } from "../../../domain/review-requests";
import { socialPosts } from "../../../domain/social-posts";
import { webhooks } from "../../../domain/webhooks";

export const aggregates = [
  accounts,
  aiVisibility,
  alerts,
  anchors,
  apiKeys,
  businesses,
  chats,
  competitors,
  compliance,
  contacts,
  content,
  conversations,
  dailyUses,
  embeds,
  looks,
  notifications,
  operations,
  payments,
  phoneNumbers,
  places,
  refreshes,
  remainsLooks,
  removals,
  reports,
  reviewRequests,
  socialPosts,
  webhooks,
];
