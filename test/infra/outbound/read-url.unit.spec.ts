import { readUrl } from "../../../infra/outbound/read-url";
import { webUrl } from "../../../commands/web-url";

const ENOUGH_TO_BE_COMPILED = 20_000;

test("a URL with letters such as é is read the first time and every time after it", () => {
  const raw = "https://münchen.example/café";
  const read = Array.from({ length: ENOUGH_TO_BE_COMPILED }, () => readUrl(raw)?.hostname);
  expect(new Set(read)).toEqual(new Set(["xn--mnchen-3ya.example"]));
  const said = Array.from({ length: ENOUGH_TO_BE_COMPILED }, () => webUrl.safeParse(raw).success);
  expect(new Set(said)).toEqual(new Set([true]));
});

test.each(["", "münchen", "https://", "https://[", "http://a b"])("%j is no URL", (raw) => {
  expect(readUrl(raw)).toBeNull();
});

test("a text is read from where it stands", () => {
  expect(readUrl("../b?c", "https://one.example/a/d")?.href).toBe("https://one.example/b?c");
});

test.each([
  "ftp://one.example",
  "javascript:alert(1)",
  "https:///x",
  "https://one.example/a b",
  "https://one\u0000.example",
])("%j is not the address of a website", (raw) => {
  expect(webUrl.safeParse(raw).success).toBe(false);
});
