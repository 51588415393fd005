import { z } from "zod";
import { profileChanges } from "../../commands/business-profile";
import { claimFields } from "../../commands/competitor-claim";
import { readCsv } from "../../commands/import-csv";
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

test("what comes from elsewhere is kept, save what is hidden or no text, which is seen to have been there", () => {
  expect(storableText("Zoë & co 🍕\n\tمرحبا", 100)).toBe("Zoë & co 🍕\n\tمرحبا");
  expect(storableText("a\0b\u202Ec\ud800d", 100)).toBe("a\uFFFDb\uFFFDc\uFFFDd");
  expect(storableText("ab🍕", 3)).toBe("ab\uFFFD");
  expect(storableText("", 3)).toBe("");
});
