/** Every aggregate of the service. */
import { accounts } from "../../../domain/accounts";
import { alerts } from "../../../domain/alerts";
import { anchors } from "../../../domain/anchors";
import { apiKeys } from "../../../domain/api-keys";
import { businesses } from "../../../domain/businesses";
import { competitors } from "../../../domain/competitors";
import { compliance } from "../../../domain/compliance";
import { conversations } from "../../../domain/conversations";
import { looks, remainsLooks } from "../../../domain/looks";
import { operations } from "../../../domain/operations";
import { phoneNumbers } from "../../../domain/phone-numbers";
import { places } from "../../../domain/places/place";
import { refreshes } from "../../../domain/refreshes";
import { removals } from "../../../domain/removals";
import { webhooks } from "../../../domain/webhooks";

export const aggregates = [
  accounts,
  alerts,
  anchors,
  apiKeys,
  businesses,
  competitors,
  compliance,
  conversations,
  looks,
  operations,
  phoneNumbers,
  places,
  refreshes,
  remainsLooks,
  removals,
  webhooks,
];
