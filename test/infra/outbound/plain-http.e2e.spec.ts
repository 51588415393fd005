/** What may be read over plain HTTP, and nothing else, may go there. */
import { ClientBench, PATIENCE_MS, post } from "./client-bench";

const PAGE = "http://page.test/echo/page";
let bench: ClientBench;

beforeEach(async () => {
  bench = await ClientBench.start();
});
afterEach(() => bench.stop());

it("a page that was read over plain HTTP is refused to a delivery before and afterwards", async () => {
  const client = bench.client();
  const refused = { outcome: "failed", errorClass: "blocked_address", reason: "url_not_https" };
  expect(await post(client, PAGE)).toMatchObject(refused);
  const read = { method: "POST", url: PAGE, body: "{}", deadlineMs: PATIENCE_MS, plainHttp: true } as const;
  expect(await client.request(read)).toMatchObject({ outcome: "response", status: 200 });
  expect(await post(client, PAGE)).toMatchObject(refused);
});
