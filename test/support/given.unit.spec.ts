/** The grammar of decision tests notices what it should. */
import { given } from "./given";
import { empty, fill, open, opened, wallet } from "./wallet";

const filled = (reason: string) => ({ type: "WalletFilled" as const, data: { cents: 100, reason } });

test("a decision's events and its repetition are compared", () => {
  given(wallet, [])
    .when(open("Ada"))
    .then([opened("Ada")])
    .repeatsNothing();
  given(wallet, [filled("a")])
    .when(empty)
    .then([{ type: "WalletEmptied", data: { cents: 100 } }])
    .repeatRefused("wallet_empty");
  given(wallet, [])
    .when(fill(100, "a"))
    .then([filled("a")])
    .repeats([filled("a")]);
  expect(() =>
    given(wallet, [])
      .when(open("Ada"))
      .then([opened("Eve")]),
  ).toThrow();
  expect(() =>
    given(wallet, [])
      .when(fill(100, "a"))
      .then([filled("a")])
      .repeatsNothing(),
  ).toThrow();
});

test("a refusal's code is compared, and events are no refusal", () => {
  given(wallet, []).when(empty).thenRefused("wallet_empty");
  expect(() => given(wallet, []).when(empty).thenRefused("other")).toThrow();
  expect(() =>
    given(wallet, [filled("a")])
      .when(empty)
      .thenRefused("wallet_empty"),
  ).toThrow();
});

test("an event that its schema would cut is found", () => {
  const surplus = { type: "WalletEmptied" as const, data: { cents: 1, surplus: true } };
  expect(() =>
    given(wallet, [])
      .when(() => [surplus])
      .then([surplus]),
  ).toThrow();
});

test("a decision that changes the state it was given is found", () => {
  const meddle = given(wallet, [filled("a")]);
  expect(() => meddle.when((state) => ((state.fills as string[]).push("b"), []))).toThrow(TypeError);
});
