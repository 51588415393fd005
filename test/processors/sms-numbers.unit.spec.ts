/** The manager of phone numbers: each is asked for once, and one that cannot be had is not waited for without end. */
import type { PhoneNumberEvent } from "../../domain/phone-numbers";
import { smsNumbers } from "../../processors/sms-numbers";
import { givenProcess } from "../support/given-process";

const wanted = {
  businessId: "b1",
  accountId: "a1",
  phoneNumberId: "n1",
  kind: "local",
  country: "US",
  areaCode: "415",
};
const requested = { type: "PhoneNumberRequested", data: wanted } as PhoneNumberEvent;
const perform = (effect: string) => ({ kind: "perform", effect, payload: wanted });
const ended = (effect: string, result: { done: unknown } | { gaveUp: string }) => ({ effect, payload: wanted, result });

test("a number that is asked for is had of the provider, whatever becomes of others", () => {
  const other = { ...requested, data: { ...requested.data, phoneNumberId: "n2" } } as PhoneNumberEvent;
  const asked = givenProcess(smsNumbers, [other]).when(requested);
  expect(asked.intents).toEqual([perform("provision_number")]);
  expect([...asked.states.keys()]).toEqual(["n2", "n1"]);
});

test("once it is known how it ended nothing is kept of it", () => {
  const settled = givenProcess(smsNumbers, [requested]).whenEnded(
    "n1",
    ended("provision_number", { done: { provisioned: false } }),
  );
  expect(settled.intents).toEqual([]);
  expect(settled.states.size).toBe(0);
});

test("what was given up is abandoned, again and again until that has succeeded", () => {
  const gaveUp = givenProcess(smsNumbers, [requested]).whenEnded(
    "n1",
    ended("provision_number", { gaveUp: "No attempt ended while its lease held." }),
  );
  expect(gaveUp.intents).toEqual([perform("abandon_number")]);
  const again = gaveUp.whenEnded("n1", ended("abandon_number", { gaveUp: "The log is not there." }));
  expect(again.intents).toEqual([perform("abandon_number")]);
  const done = again.whenEnded("n1", ended("abandon_number", { done: { provisioned: false } }));
  expect(done.intents).toEqual([]);
  expect(done.states.size).toBe(0);
});
