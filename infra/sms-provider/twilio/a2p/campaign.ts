/** The campaign of a number: one under its brand, changed where its reviewers let it be, and made anew where they do not. */
import type { ReviewVerdict } from "../../sms-provider";
import { serviceOf } from "../services";
import { sidIn } from "../values";
import type { Making } from "./bundle-parts";
import { campaignChanges, campaignFields, useCaseOf } from "./campaign-form";
import { campaignVerdict } from "./verdicts";

const PART = "campaign";

export async function advanceCampaign(making: Making, brandSid: string): Promise<ReviewVerdict> {
  const { sdk, registration, kept, plan } = making;
  const service = await serviceOf(sdk, kept, registration.providerNumberId);
  const campaigns = sdk.messaging.v1.services(service).usAppToPerson;
  const [known] = await campaigns.list({ limit: 1, pageSize: 1 });
  const usAppToPersonUsecase = useCaseOf(registration.form, plan);
  const create = async () => {
    const fields = campaignFields(registration.form);
    const made = await campaigns.create({ ...fields, brandRegistrationSid: brandSid, usAppToPersonUsecase });
    await kept.handIn(PART, sidIn(made.sid, "QE"));
    return campaignVerdict(made);
  };
  if (known === undefined) return await create();
  const sid = sidIn(known.sid, "QE");
  if (known.campaignStatus === "FAILED" && kept.get(PART) === sid && !kept.isHandedIn(PART)) {
    // Neither its use case nor its brand can be changed.
    if (known.usAppToPersonUsecase !== usAppToPersonUsecase || known.brandRegistrationSid !== brandSid) {
      await campaigns(sid).remove();
      return await create();
    }
    const changed = await campaigns(sid).update(campaignChanges(registration.form));
    await kept.handIn(PART, sid);
    return campaignVerdict(changed);
  }
  await kept.handIn(PART, sid);
  return campaignVerdict(known);
}
