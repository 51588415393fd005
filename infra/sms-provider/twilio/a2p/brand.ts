/** The brand: registered once, as every registration costs something, and sent in again once the business has corrected itself. */
import type { ReviewVerdict } from "../../sms-provider";
import type { Sdk } from "../sdk";
import { sidIn } from "../values";
import type { Making } from "./bundle-parts";
import { awaitsOwner, brandVerdict, pending } from "./verdicts";

export interface BrandStand {
  readonly sid: string;
  /** Null where the campaign can follow. */
  readonly verdict: ReviewVerdict | null;
}

interface Bundles {
  readonly profileSid: string;
  readonly trustSid: string;
}

const PAGE = 100;
const BRANDS_MAX = 5_000;

export const brandPart = ({ plan }: Pick<Making, "plan">): string => `${plan.prefix}brand`;

export async function registerBrand(making: Making, bundles: Bundles): Promise<string> {
  const { sdk, plan, kept } = making;
  const made = (await find(sdk, bundles)) ?? (await create(sdk, bundles, plan));
  return await kept.handIn(brandPart(making), sidIn(made, "BN"));
}

/** `correct` brings what the brand is made of up to date. */
export async function advanceBrand(making: Making, sid: string, correct: () => Promise<void>): Promise<BrandStand> {
  const { sdk, kept } = making;
  const brand = await sdk.messaging.v1.brandRegistrations(sid).fetch();
  if (kept.isHandedIn(brandPart(making))) return { sid, verdict: brandVerdict(brand) };
  if (brand.status === "FAILED") {
    await correct();
    await sdk.messaging.v1.brandRegistrations(sid).update();
    await kept.handIn(brandPart(making), sid);
    return { sid, verdict: pending };
  }
  if (awaitsOwner(brand)) await sdk.messaging.v1.brandRegistrations(sid).brandRegistrationOtps.create();
  await kept.handIn(brandPart(making), sid);
  return { sid, verdict: brandVerdict(brand) };
}

async function create(sdk: Sdk, bundles: Bundles, { isSoleProprietor, isLowVolume }: Making["plan"]): Promise<string> {
  const of = { customerProfileBundleSid: bundles.profileSid, a2PProfileBundleSid: bundles.trustSid };
  const kind = isSoleProprietor
    ? { brandType: "SOLE_PROPRIETOR" }
    : { brandType: "STANDARD", ...(isLowVolume ? { skipAutomaticSecVet: true } : {}) };
  return (await sdk.messaging.v1.brandRegistrations.create({ ...of, ...kind })).sid;
}

/** Of an attempt that broke off before it was kept. */
async function find(sdk: Sdk, { profileSid }: Bundles): Promise<string | undefined> {
  const brands = await sdk.messaging.v1.brandRegistrations.list({ limit: BRANDS_MAX, pageSize: PAGE });
  return brands.find(({ customerProfileBundleSid }) => customerProfileBundleSid === profileSid)?.sid;
}
