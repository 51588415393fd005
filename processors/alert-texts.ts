/** Whoever chose to be texted of alerts gets one text message for each of those kinds, from the business's own number, or its business hears why not. */
import type { AlertEvent } from "../domain/alerts";
import type { AlertType } from "../domain/event-types";
import type { NotificationEvent } from "../domain/notifications";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** One instance per business that chose it: of which alerts. */
interface Texted {
  readonly alerts: readonly AlertType[];
}

/** What both effects are asked. */
export interface TextAlertIntent {
  readonly businessId: string;
  readonly accountId: string;
  readonly alertId: string;
  readonly type: AlertType;
  readonly title: string;
  /** ISO instant. */
  readonly raisedAt: string;
}

const ofBusiness = ({ data }: { data: { businessId: string } }) => data.businessId;
const perform = (effect: "text_alert" | "give_up_text", payload: TextAlertIntent): Intent => ({
  kind: "perform",
  effect,
  payload: { ...payload },
});

export const alertTexts = processManager<NotificationEvent | AlertEvent>()<Texted | null>({
  name: "alert-texts",
  initial: null,
  on: {
    NotificationsChosen: {
      instances: ofBusiness,
      react: (_state, { data: { sms } }) => ({ state: sms === undefined ? null : { alerts: sms.alerts } }),
    },
    AlertRaised: {
      instances: ofBusiness,
      react: (state, { data, metadata }) => {
        if (state === null || !state.alerts.includes(data.type)) return { state };
        const { businessId, accountId, alertId, type, title } = data;
        const raisedAt = metadata.occurredAt;
        return { state, intents: [perform("text_alert", { businessId, accountId, alertId, type, title, raisedAt })] };
      },
    },
  },
  onOutcome: (state, { payload, result }) => {
    if ("done" in result) return { state };
    return { state, intents: [perform("give_up_text", payload as unknown as TextAlertIntent)] };
  },
});
