/** A signed id is read by whoever signed it, for the purpose for which it was, and not where a single letter differs. */
import { createSignedIds } from "../../../infra/identity/signed-ids";

const id = "0190a5c1-7f00-7abc-8def-0123456789ab";
const key = Buffer.alloc(32, 1);
const signed = createSignedIds(key, "embed");

test("a signed id is read again, and is the same each time", () => {
  const token = signed.sign(id);
  expect(token).toMatch(/^[A-Za-z0-9_-]{54}$/);
  expect(signed.sign(id)).toBe(token);
  expect(signed.read(token)).toBe(id);
});

test("what was signed for another purpose, under another key or by nobody is no id", () => {
  const token = signed.sign(id);
  expect(createSignedIds(key, "other").read(token)).toBeUndefined();
  expect(createSignedIds(Buffer.alloc(32, 2), "embed").read(token)).toBeUndefined();
  for (const other of ["", "a", `${token}A`, token.slice(0, -1), token.replaceAll(/./g, "A"), `${token}\n`])
    expect(signed.read(other)).toBeUndefined();
});

test("no letter of it can be another one", () => {
  const token = signed.sign(id);
  for (let at = 0; at < token.length; at += 1)
    for (const letter of ["A", "B", "Q", "g", "w", "_", "-", "9"]) {
      const altered = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
      if (altered !== token) expect(signed.read(altered)).toBeUndefined();
    }
});
