import { z } from "zod";
import { profileChanges } from "../../commands/business/business-profile";
import { claimFields } from "../../commands/competitors/competitor-claim";
import { readCsv } from "../../commands/competitors/import/import-csv";
import { createContact } from "../../commands/dealings/create-contact";
import { requestReview } from "../../commands/dealings/request-review";
import { reviewRequestText } from "../../commands/dealings/review-request-text";
import { signUp } from "../../commands/account/sign-up";
import { startConversation } from "../../commands/messaging/start-conversation";
import { storableText } from "../../commands/shown-text";

const claim = z.strictObject(claimFields);
const hidden = ["a\u0000b", "a\u0007b", "a\u009bb", "a\u202eb", "a\u2066b", "a\u2069b"];

describe("the names and addresses that clients write", () => {
  test.each(hidden)("have nothing in them that hides or turns text round: %j", (text) => {
    expect(claim.safeParse({ name: text, place_id: "p" }).success).toBe(false);
    expect(claim.safeParse({ name: "Fjord", place_id: "p", address: text }).success).toBe(false);
    for (const member of ["name", "city", "category", "targetCustomer"])
      expect(profileChanges.safeParse({ [member]: text }).success).toBe(false);
    const rows = readCsv(`name,place_id,address\n"${text}",p1,x\nFjord,p2,"${text}"\nPier,p3,x\n`, null);
    expect(rows).toMatchObject({
      rows: [{ line: 4 }],
      errors: [
        { line: 2, code: "invalid_row", message: expect.stringContaining("control characters") as string },
        { line: 3, code: "invalid_row" },
      ],
    });
  });

  it("may have several lines, any script and marks that join letters", () => {
    for (const text of ["Kirkegata 1\r\nOslo", "مقهى الميناء", "👩‍🍳 Café", "می\u200cخواهم"])
      expect(claim.safeParse({ name: text, place_id: "p", address: text }).success).toBe(true);
  });
});

describe("the names that stand in mails and messages", () => {
  const bodies = [
    ["of a contact", createContact, "name"],
    ["of whoever is asked for a review", requestReview, "name"],
    ["of whoever signs up", signUp, "name"],
    ["of whoever is written to", startConversation, "customerName"],
  ] as const;
  test.each(bodies)("are one line: %s", (_what, { body, example }, member) => {
    const named = (name: string) => body?.safeParse({ ...(example as object), [member]: name }).success;
    expect(named("Kari  Nordmann")).toBe(true);
    for (const end of ["\r\n", "\n", "\r", "\u2028", "\u2029", "\t", "\u0085"])
      expect([end, named(`x${end}Bcc: y@example.com`)]).toEqual([end, false]);
    expect(profileChanges.safeParse({ name: "Fjord\nCoffee" }).success).toBe(false);
  });

  test("are one line in what is sent, whatever was kept of them before", () => {
    const asked = {
      name: "x\r\nBcc: y@example.com",
      business: "Fjord\nCoffee",
      message: null,
      reviewUrl: "https://a.example",
    };
    const { subject, text } = reviewRequestText({ channel: "email", ...asked });
    expect([subject, text.split("\n")[0]]).toEqual([
      "How did you like Fjord Coffee?",
      "Hello x Bcc: y@example.com, thank you for choosing Fjord Coffee. We would be glad to read what you think of us:",
    ]);
  });
});

test("what comes from elsewhere is kept, save what is hidden or no text, which is seen to have been there", () => {
  expect(storableText("Zoë & co 🍕\n\tمرحبا", 100)).toBe("Zoë & co 🍕\n\tمرحبا");
  expect(storableText("a\0b\u202Ec\ud800d", 100)).toBe("a\uFFFDb\uFFFDc\uFFFDd");
  expect(storableText("ab🍕", 3)).toBe("ab\uFFFD");
  expect(storableText("", 3)).toBe("");
});
