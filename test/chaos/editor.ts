/** Somebody who asks for something new all the time and waits for no answer: as long as any process works, some of it is answered. */
import { setTimeout as delay } from "node:timers/promises";
import type { Tenant } from "../support/api";
import type { Ledger } from "./ledger";

const EVERY_MS = 400;
const UNDER_WAY_MAX = 12;

export async function edit({ browser: client }: Tenant, ledger: Ledger, over: () => boolean): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  for (let number = 1; !over(); number++) {
    if (underWay.size < UNDER_WAY_MAX) {
      const asked = {
        kind: "edit",
        client,
        method: "PATCH",
        path: "/api/businesses/me",
        body: { city: `City ${number}` },
      };
      const order = ledger.ask({ ...asked, causes: ["BusinessProfileEdited"] });
      underWay.add(order);
      void order.finally(() => underWay.delete(order));
    }
    await delay(EVERY_MS);
  }
  await Promise.all(underWay);
}
