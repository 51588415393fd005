/** Table `phone_numbers`: the phone numbers of each business, and what became of asking for them. */
import type {
  NumberCountry,
  NumberKind,
  PhoneNumberEvent,
  ProvisioningFailure,
  SmsProviderName,
} from "../domain/phone-numbers";
import { bigint, instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  phone_number_id: text,
  business_id: text,
  kind: text as Column<NumberKind>,
  country: text as Column<NumberCountry>,
  status: text as Column<"provisioning" | "active" | "failed">,
  /** E.164; null until it was had. */
  phone_number: text.orNull,
  /** Of whom it was had. */
  provider: text.orNull as Column<SmsProviderName | null>,
  failure_reason: text.orNull as Column<ProvisioningFailure["reason"] | null>,
  failure_message: text.orNull,
  created_at: instant,
  /** The log position at which it was asked for. */
  position: bigint,
};
export type PhoneNumberRow = RowOf<typeof columns>;

const keys = (event: { data: { phoneNumberId: string } }) => ({ phone_number_id: event.data.phoneNumberId });

export const phoneNumbersTable = projection<PhoneNumberEvent>()({
  table: "phone_numbers",
  version: 1,
  columns,
  key: ["phone_number_id"],
  erasedWith: { business: "business_id" },
  on: {
    PhoneNumberRequested: {
      keys,
      fold: (_row, { data, metadata, position }, key) => ({
        ...key,
        business_id: data.businessId,
        kind: data.kind,
        country: data.country,
        status: "provisioning",
        phone_number: null,
        provider: null,
        failure_reason: null,
        failure_message: null,
        created_at: metadata.occurredAt,
        position,
      }),
    },
    PhoneNumberProvisioned: {
      keys,
      fold: (row, { data }) =>
        row && { ...row, status: "active", phone_number: data.phoneNumber, provider: data.provider },
    },
    PhoneNumberProvisioningFailed: {
      keys,
      fold: (row, { data }) =>
        row && { ...row, status: "failed", failure_reason: data.reason, failure_message: data.message },
    },
  },
});
