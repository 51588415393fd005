/** What the secret box promises. */
import fc from "fast-check";
import { CannotOpen, createSecretBox } from "../../../infra/sealing/secret-box";

const box = createSecretBox(Buffer.alloc(32, 7));

test("whatever text is sealed opens again, and its sealed form does not show it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      const sealed = box.sealText(text, purpose);
      expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
      if (text.length > 3) expect(sealed).not.toContain(text);
      expect(box.openText(sealed, purpose)).toBe(text);
    }),
  );
});

test("the same text is sealed differently each time", () => {
  expect(box.sealText("whsec", "a")).not.toBe(box.sealText("whsec", "a"));
});

test("a sealed text opens for no other purpose", () => {
  const sealed = box.sealText("whsec", "webhook:1");
  expect(() => box.openText(sealed, "webhook:2")).toThrow(CannotOpen);
});

test("a sealed text opens under no other master key", () => {
  const other = createSecretBox(Buffer.alloc(32, 8));
  expect(() => other.openText(box.sealText("whsec", "a"), "a")).toThrow(CannotOpen);
});

test("a sealed text that was changed or cut anywhere does not open", () => {
  const sealed = box.sealText("a secret of some length", "a");
  for (let index = 0; index < sealed.length - 1; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === "A" ? "B" : "A") + sealed.slice(index + 1);
    expect(() => box.openText(changed, "a")).toThrow(CannotOpen);
    expect(() => box.openText(sealed.slice(0, index), "a")).toThrow(CannotOpen);
  }
});

test("a master key of another length than 32 bytes is refused", () => {
  expect(() => createSecretBox(Buffer.alloc(16))).toThrow("must be 32 bytes long; this one has 16");
});
