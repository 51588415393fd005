/** How a number that was asked for comes to be: it is had of the messaging provider, and one that cannot be had is not waited for without end. */
import type { PhoneNumberEvent } from "../domain/phone-numbers";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** What both effects are asked; also what is kept of a number, one instance each, until it is known how it ended. */
export type WantedIntent = Extract<PhoneNumberEvent, { type: "PhoneNumberRequested" }>["data"];

const perform = (effect: "provision_number" | "abandon_number", wanted: WantedIntent): Intent => ({
  kind: "perform",
  effect,
  payload: { ...wanted },
});

export const smsNumbers = processManager<PhoneNumberEvent>()<WantedIntent | null>({
  name: "sms-numbers",
  initial: null,
  on: {
    PhoneNumberRequested: {
      instances: ({ data }) => data.phoneNumberId,
      react: (_state, { data }) => ({ state: data, intents: [perform("provision_number", data)] }),
    },
  },
  /**
   * Given up is only the asking: the business must hear that there is no number, and a number that was had without anybody
   * hearing of it must not stay bought. That is seen to until it is done, which each time takes the engine hours to give up.
   */
  onOutcome: (state, { result }) =>
    "done" in result || state === null ? { state: null } : { state, intents: [perform("abandon_number", state)] },
});
