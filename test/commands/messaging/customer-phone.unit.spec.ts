/** Which phones a business may write to first, and how whoever writes is named. */
import { customerPhoneSchema, senderOf } from "../../../commands/messaging/customer-phone";

test.each([
  ["+12025550143", "+12025550143"],
  ["(202) 555-0143", "+12025550143"],
  ["1 416 555 0143", "+14165550143"],
  ["787-555-0143", "+17875550143"],
])("“%s”, as people write it, is one number in E.164", (text, expected) => {
  expect(customerPhoneSchema.parse(text)).toBe(expected);
});

test.each([
  "",
  "12345",
  "+442079460958",
  "+18765550143",
  "+19005550100",
  "+18005550123",
  "+1 202 555 0143 ext. 5",
  "call +1 202 555 0143 now",
  "\u202A+12025550143\u202C",
  "2".repeat(41),
])("“%s” is none that a business writes to first", (text) => {
  expect(customerPhoneSchema.safeParse(text).success).toBe(false);
});

test("whoever writes is named by their number, wherever that is, and otherwise as the provider names them", () => {
  expect(senderOf("+1 202 555 0143")).toBe("+12025550143");
  expect(senderOf("+442079460958")).toBe("+442079460958");
  expect(senderOf("72345")).toBe("72345");
  expect(senderOf("BANK")).toBe("BANK");
});
