/** Table `phone_numbers`: what became of each number that was asked for. */
import type { PhoneNumberEvent } from "../../domain/phone-numbers";
import { phoneNumbersTable } from "../../projections/phone-numbers";
import { instantOf, rowsAfter } from "../support/rows-after";

const ids = { businessId: "b1", accountId: "a1", phoneNumberId: "n1" };
const requested: PhoneNumberEvent = {
  type: "PhoneNumberRequested",
  data: { ...ids, kind: "toll_free", country: "CA", areaCode: null },
};
const asked = {
  phone_number_id: "n1",
  business_id: "b1",
  kind: "toll_free",
  country: "CA",
  status: "provisioning",
  phone_number: null,
  provider: null,
  failure_reason: null,
  failure_message: null,
  created_at: instantOf(0),
  position: 1,
};

test("a number is there from when it was asked for, without digits", () => {
  expect(rowsAfter(phoneNumbersTable, [requested])).toEqual([asked]);
});

test("a number that was had shows its digits and of whom it is", () => {
  const had = { phoneNumber: "+18335550100", provider: "sandbox" as const, providerNumberId: "PN1" };
  const events: readonly PhoneNumberEvent[] = [requested, { type: "PhoneNumberProvisioned", data: { ...ids, ...had } }];
  expect(rowsAfter(phoneNumbersTable, events)).toEqual([
    { ...asked, status: "active", phone_number: "+18335550100", provider: "sandbox" },
  ]);
});

test("a number that could not be had says why, and remains without digits", () => {
  const failure = { reason: "none_available" as const, message: "There is none." };
  const events: readonly PhoneNumberEvent[] = [
    requested,
    { type: "PhoneNumberProvisioningFailed", data: { ...ids, ...failure } },
  ];
  expect(rowsAfter(phoneNumbersTable, events)).toEqual([
    { ...asked, status: "failed", failure_reason: "none_available", failure_message: "There is none." },
  ]);
});
