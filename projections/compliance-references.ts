/** Table `compliance_references`: which registrations a messaging provider means by a name of its own. */
import type { ComplianceEvent } from "../domain/compliance";
import type { SmsProviderName } from "../domain/phone-numbers";
import { projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  provider: text as Column<SmsProviderName>,
  reference: text,
  /** A part, such as a brand, can be that of several registrations. */
  registration_id: text,
  business_id: text,
};
export type ComplianceReferenceRow = RowOf<typeof columns>;

export const complianceReferencesTable = projection<ComplianceEvent>()({
  table: "compliance_references",
  version: 1,
  columns,
  key: ["provider", "reference", "registration_id"],
  indexes: [["business_id"]],
  erasedWith: { business: "business_id" },
  on: {
    ComplianceReferenced: {
      keys: ({ data: { provider, references, registrationId } }) =>
        [...new Set(Object.values(references))].map((reference) => ({
          provider,
          reference,
          registration_id: registrationId,
        })),
      fold: (_row, { data }, key) => ({ ...key, business_id: data.businessId }),
    },
  },
});
