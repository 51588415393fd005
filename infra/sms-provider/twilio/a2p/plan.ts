/** As what a business is registered for local numbers: as a sole proprietor without a tax number, for little traffic, or for much. */
import type { RegistrationForm } from "../../registration-form";

export interface Plan {
  /** Sole proprietors have bundles, a brand and a use case of their own kind. */
  readonly isSoleProprietor: boolean;
  /** Little traffic needs no secondary vetting, which would cost something. */
  readonly isLowVolume: boolean;
  readonly profilePolicySid: string;
  readonly trustPolicySid: string;
  /** Of the names of what is kept: a business that gets a tax number has both kinds, one after the other. */
  readonly prefix: "" | "sole_";
}

/** Messages a month up to which a brand is one of low volume. */
const LOW_VOLUMES = new Set(["10", "100", "1,000", "10,000"]);

/** Twilio's published policies. */
const STANDARD = {
  profilePolicySid: "RNdfbf3fae0e1107f8aded0e7cead80bf5",
  trustPolicySid: "RNb0d4771c2c98518d916a3d4cd70a8f8b",
} as const;
const SOLE_PROPRIETOR = {
  profilePolicySid: "RN806dd6cd175f314e1f96a9727ee271f4",
  trustPolicySid: "RN670d5d2e282a6130ae063b234b6019c8",
} as const;

export function planOf({ businessType, businessRegistrationNumber, messageVolume }: RegistrationForm): Plan {
  const isSoleProprietor = businessType === "sole_proprietor" && businessRegistrationNumber === null;
  return {
    isSoleProprietor,
    isLowVolume: LOW_VOLUMES.has(messageVolume),
    ...(isSoleProprietor ? SOLE_PROPRIETOR : STANDARD),
    prefix: isSoleProprietor ? "sole_" : "",
  };
}
