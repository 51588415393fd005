/** Pages that can be trusted: nothing twice, nothing left out, and no mark that somebody else gave or made up. */
import { send } from "../../support/http-client";
import { startSampleService, type SampleService } from "./sample-service";

let service: SampleService;
beforeAll(async () => void (service = await startSampleService()));
afterAll(() => service.close());

const withKey = (key: string, more: Record<string, string> = {}) => ({ "x-service-key": key, ...more });
const freshKey = (scopes?: readonly string[]) => service.accounts.keyFor(service.accounts.account(), scopes);
const addNote = async (key: string, title: string, headers: Record<string, string> = {}) => {
  // Ids are ordered by time, so time goes on.
  await service.clock.advance(1);
  return send(`${service.url}/api/v1/notes`, { method: "POST", headers: withKey(key, headers), body: { title } });
};

describe("paging", () => {
  test("cursors lead through all rows once, also while rows are added, and end with null", async () => {
    const key = freshKey();
    for (const title of ["1", "2", "3"]) await addNote(key, title);
    const first = await send(`${service.url}/api/v1/notes`, { headers: withKey(key) });
    await addNote(key, "4");
    const cursor = String(first.json?.["nextCursor"]);
    const second = await send(`${service.url}/api/v1/notes?cursor=${cursor}`, { headers: withKey(key) });
    const titles = [first, second].flatMap(({ json }) =>
      (json?.["notes"] as { title: string }[]).map(({ title }) => title),
    );
    expect(titles).toEqual(["1", "2", "3", "4"]);
    expect(second.json?.["nextCursor"]).toBeNull();
  });

  test("a cursor that was altered, or that is another account's, is 400", async () => {
    const key = freshKey();
    for (const title of ["1", "2", "3"]) await addNote(key, title);
    const { json } = await send(`${service.url}/api/v1/notes`, { headers: withKey(key) });
    const cursor = String(json?.["nextCursor"]);
    const altered = `${Buffer.from('"0"').toString("base64url")}.${cursor.split(".")[1]}`;
    const fetched = (of: string, by: string) =>
      send(`${service.url}/api/v1/notes?cursor=${of}`, { headers: withKey(by) });
    expect((await fetched(cursor, key)).status).toBe(200);
    for (const reply of [
      await fetched(altered, key),
      await fetched(cursor, freshKey()),
      await fetched("nonsense", key),
    ]) {
      expect([reply.status, reply.json?.["details"]]).toEqual([
        400,
        [expect.objectContaining({ path: "query.cursor" })],
      ]);
    }
  });
});
