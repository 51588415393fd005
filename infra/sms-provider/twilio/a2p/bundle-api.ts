/** Customer profiles and trust products are two kinds of one thing, a bundle, under two names. */
import type { Sdk } from "../sdk";
import { sidIn } from "../values";

export interface NewBundle {
  readonly friendlyName: string;
  readonly policySid: string;
  readonly email: string;
  readonly statusCallback: string;
}

export interface BundleState {
  readonly status: string;
  readonly errors: unknown;
  readonly dateUpdated: unknown;
}

export interface BundleApi {
  /** By its name, among those of the policy. */
  find(bundle: NewBundle): Promise<string | undefined>;
  create(bundle: NewBundle): Promise<string>;
  fetch(sid: string): Promise<BundleState>;
  /** The ids of what is in it. */
  assigned(sid: string): Promise<readonly string[]>;
  assign(sid: string, objectSid: string): Promise<void>;
  evaluate(sid: string, policySid: string): Promise<{ readonly status: string; readonly results: unknown }>;
  submit(sid: string): Promise<BundleState>;
}

const ASSIGNED_MAX = 100;
const only = { limit: 1, pageSize: 1 };
const all = { limit: ASSIGNED_MAX, pageSize: ASSIGNED_MAX };

export function customerProfiles(sdk: Sdk): BundleApi {
  const profiles = sdk.trusthub.v1.customerProfiles;
  return {
    async find({ friendlyName, policySid }) {
      const [found] = await profiles.list({ friendlyName, policySid, ...only });
      return found && sidIn(found.sid, "BU");
    },
    create: async (bundle) => sidIn((await profiles.create(bundle)).sid, "BU"),
    fetch: (sid) => profiles(sid).fetch(),
    assigned: async (sid) =>
      (await profiles(sid).customerProfilesEntityAssignments.list(all)).map(({ objectSid }) => objectSid),
    async assign(sid, objectSid) {
      await profiles(sid).customerProfilesEntityAssignments.create({ objectSid });
    },
    evaluate: (sid, policySid) => profiles(sid).customerProfilesEvaluations.create({ policySid }),
    submit: (sid) => profiles(sid).update({ status: "pending-review" }),
  };
}

export function trustProducts(sdk: Sdk): BundleApi {
  const products = sdk.trusthub.v1.trustProducts;
  return {
    async find({ friendlyName, policySid }) {
      const [found] = await products.list({ friendlyName, policySid, ...only });
      return found && sidIn(found.sid, "BU");
    },
    create: async (bundle) => sidIn((await products.create(bundle)).sid, "BU"),
    fetch: (sid) => products(sid).fetch(),
    assigned: async (sid) =>
      (await products(sid).trustProductsEntityAssignments.list(all)).map(({ objectSid }) => objectSid),
    async assign(sid, objectSid) {
      await products(sid).trustProductsEntityAssignments.create({ objectSid });
    },
    evaluate: (sid, policySid) => products(sid).trustProductsEvaluations.create({ policySid }),
    submit: (sid) => products(sid).update({ status: "pending-review" }),
  };
}
