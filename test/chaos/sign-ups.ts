/** New accounts, one every few seconds. */
import { setTimeout as delay } from "node:timers/promises";
import { createApi, type Client } from "../support/api";
import type { TestService } from "../support/service";
import type { Ledger } from "./ledger";

export interface SignUps {
  /** Those that were answered, and what. */
  readonly signedUp: readonly { readonly email: string; readonly answer: string }[];
  run(over: () => boolean): Promise<void>;
}

const EVERY_MS = 9_000;
const LOOK_MS = 100;

export function createSignUps(balancer: Pick<TestService, "url">, ledger: Ledger): SignUps {
  const signedUp: { email: string; answer: string }[] = [];
  // From another address each time: one that asks again and again is kept off, as whoever guesses is.
  const client: Pick<Client, "send"> = { send: (...asked) => createApi(balancer).anonymous.send(...asked) };
  return {
    signedUp,
    async run(over) {
      for (let number = 1; ; number++) {
        for (let waited = 0; waited < EVERY_MS && !over(); waited += LOOK_MS) await delay(LOOK_MS);
        if (over()) return;
        const email = `late-${number}@example.com`;
        const body = { email, password: "correct horse battery", name: "Grace" };
        // Without a key: whoever asks again is told that the address is taken, or finishes what broke off.
        const asked = { kind: "sign-up", client, method: "POST", path: "/api/auth/sign-up", body, causes: [] };
        const reply = await ledger.ask(asked);
        if (reply !== undefined) signedUp.push({ email, answer: `${reply.status} ${reply.text.slice(0, 200)}` });
      }
    },
  };
}
