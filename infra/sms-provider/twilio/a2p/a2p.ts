/**
 * The registration of a local number of the United States, part by part: the business's profile, what the registry wants to know
 * beyond it, the brand, and the campaign with the number. Each part is made once, and the next follows as reviewers let one pass.
 */
import type { ReviewVerdict, SubmittedRegistration } from "../../sms-provider";
import type { Kept } from "../kept";
import type { Sdk } from "../sdk";
import { customerProfiles, trustProducts } from "./bundle-api";
import { nameOf, profileParts, trustParts, type Making } from "./bundle-parts";
import { advanceBundle, type Bundle } from "./bundles";
import { advanceBrand, brandPart, registerBrand } from "./brand";
import { advanceCampaign } from "./campaign";
import { planOf } from "./plan";

export interface A2pOptions {
  /** Under which the brands of businesses are registered; undefined where the operator has none. */
  readonly primaryProfileSid: string | undefined;
  /** Where reviewers tell that there is news. */
  readonly reviewedUrl: string;
}

/** Nobody has reviewed anything: it is the operator who has to do something first. */
const NOT_SET_UP: ReviewVerdict = {
  status: "action_required",
  reasons: [
    {
      code: null,
      message:
        "This service is not set up to register local numbers, and nothing was handed in: its operator has to set TWILIO_PRIMARY_PROFILE_SID. Submit again afterwards, or use a toll-free number.",
    },
  ],
  reviewedAt: null,
};

export async function advanceA2p(
  sdk: Sdk,
  options: A2pOptions,
  registration: SubmittedRegistration,
  kept: Kept,
): Promise<ReviewVerdict> {
  const { primaryProfileSid } = options;
  if (primaryProfileSid === undefined) return NOT_SET_UP;
  const making: Making = { sdk, registration, kept, plan: planOf(registration.form) };
  const known = kept.get(brandPart(making));
  const brand = known === undefined ? await upToBrand(making, options, primaryProfileSid) : known;
  if (typeof brand !== "string") return brand;
  const correct = async () => {
    await profileParts(making);
    await trustParts(making);
  };
  const { sid, verdict } = await advanceBrand(making, brand, correct);
  return verdict ?? (await advanceCampaign(making, sid));
}

/** The brand, or the verdict that it has to wait for. */
async function upToBrand(making: Making, options: A2pOptions, primarySid: string): Promise<string | ReviewVerdict> {
  const { kept } = making;
  const profile = await advanceBundle(profileBundle(making, options, primarySid), kept);
  if (profile.verdict !== null && profile.verdict.status !== "pending_review") return profile.verdict;
  // It is reviewed at the same time: it needs the profile to be handed in, not to have passed.
  const trust = await advanceBundle(trustBundle(making, options, profile.sid), kept);
  if (trust.verdict !== null && trust.verdict.status !== "pending_review") return trust.verdict;
  const waiting = profile.verdict ?? trust.verdict;
  return waiting ?? (await registerBrand(making, { profileSid: profile.sid, trustSid: trust.sid }));
}

function profileBundle(making: Making, { reviewedUrl }: A2pOptions, primarySid: string): Bundle {
  const { sdk, registration, plan } = making;
  return {
    part: `${plan.prefix}profile`,
    api: customerProfiles(sdk),
    asNew: { ...asNew(registration, reviewedUrl), policySid: plan.profilePolicySid },
    fill: async () => [...(await profileParts(making)), primarySid],
  };
}

function trustBundle(making: Making, { reviewedUrl }: A2pOptions, profileSid: string): Bundle {
  const { sdk, registration, plan } = making;
  return {
    part: `${plan.prefix}trust_product`,
    api: trustProducts(sdk),
    asNew: { ...asNew(registration, reviewedUrl), policySid: plan.trustPolicySid },
    fill: async () => [...(await trustParts(making)), profileSid],
  };
}

const asNew = (registration: SubmittedRegistration, statusCallback: string) => ({
  friendlyName: nameOf(registration),
  email: registration.form.businessContactEmail,
  statusCallback,
});
