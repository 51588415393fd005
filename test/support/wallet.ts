/** A small aggregate for tests of the engines: an account's wallet with personal fields of every shape. */
import { z } from "zod";
import { aggregate, type Decision } from "../../domain/fold/aggregate";
import { defineEvents, versioned, type EventsOf } from "../../domain/fold/event";
import { personal } from "../../domain/fold/personal";

const contact = z.object({ name: personal(z.string()).min(1), city: z.string() });

const events = defineEvents({
  WalletOpened: z.object({
    holder: personal(z.string()),
    nickname: personal(z.string().nullable()).optional(),
    contacts: z.array(contact),
    notes: z.record(z.string(), personal(z.string())),
    payout: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("bank"), iban: personal(z.string()) }),
        z.object({ kind: z.literal("cash"), counter: z.string() }),
      ])
      .nullable(),
  }),
  WalletFilled: versioned(2, z.object({ cents: z.number(), reason: z.string() }), {
    1: ({ amount, ...rest }) => ({ ...rest, cents: Number(amount) * 100, reason: "unknown" }),
  }),
  WalletEmptied: z.object({ cents: z.number() }),
});

export type WalletEvent = EventsOf<typeof events>;

export interface Wallet {
  readonly open: boolean;
  readonly holder: string;
  readonly cents: number;
  readonly fills: readonly string[];
}

export const wallet = aggregate({
  category: "wallet",
  owner: "account",
  events,
  initial: { open: false, holder: "", cents: 0, fills: [] },
  evolve(state: Wallet, event): Wallet {
    switch (event.type) {
      case "WalletOpened":
        return { ...state, open: true, holder: event.data.holder };
      case "WalletFilled":
        return { ...state, cents: state.cents + event.data.cents, fills: [...state.fills, event.data.reason] };
      case "WalletEmptied":
        return { ...state, cents: state.cents - event.data.cents };
      default:
        return state;
    }
  },
});

export const opened = (holder: string): WalletEvent => ({
  type: "WalletOpened",
  data: {
    holder,
    nickname: "Nick",
    contacts: [{ name: "Ada", city: "Paris" }],
    notes: { tax: "secret note" },
    payout: { kind: "bank", iban: "FR76" },
  },
});

/** Opens the wallet; open already, nothing happens. */
export const open =
  (holder: string): Decision<Wallet, WalletEvent> =>
  (state) =>
    state.open ? [] : [opened(holder)];

/** Fills the wallet once for each reason. */
export const fill =
  (cents: number, ...reasons: readonly string[]): Decision<Wallet, WalletEvent> =>
  () =>
    reasons.map((reason) => ({ type: "WalletFilled", data: { cents, reason } }));

/** Takes everything out. */
export const empty: Decision<Wallet, WalletEvent> = (state) =>
  state.cents === 0
    ? { refused: "wallet_empty", message: "There is nothing in the wallet." }
    : [{ type: "WalletEmptied", data: { cents: state.cents } }];
