/** What a run asked before its end is answered to whoever asked, so that nobody goes on from what is not so. */
import type { Client } from "../support/api";
import type { Reply } from "../support/http-client";
import { createLedger } from "./ledger";

const reply = (status: number): Reply => ({ status, headers: {}, text: "", json: null });

/** Answers one attempt after the other, each when it is told to. */
function silentService() {
  const waiting: ((answer: Reply) => void)[] = [];
  const send: Client["send"] = () => new Promise((resolve) => waiting.push(resolve));
  const client = { send } as Client;
  const asked = { client, kind: "restore", method: "POST", path: "/", causes: [] };
  return { asked, answer: (status: number) => waiting.shift()?.(reply(status)) };
}

test("an order that is under way when the load ends is answered to the client that asked", async () => {
  const [ledger, service] = [createLedger(), silentService()];
  const asking = ledger.ask(service.asked);
  ledger.endWithin(10_000);
  service.answer(503);
  const again = setInterval(() => service.answer(200), 20);
  expect((await asking)?.status).toBe(200);
  clearInterval(again);
  expect(ledger.orders).toMatchObject([{ attempts: 2, answer: { status: 200 } }]);
});

test("who was not answered when the time is over gives up, and is told nothing", async () => {
  const [ledger, service] = [createLedger(), silentService()];
  const asking = ledger.ask(service.asked);
  ledger.endWithin(0);
  service.answer(503);
  expect(await asking).toBeUndefined();
  expect(ledger.gaveUp()).toBe(true);
});
