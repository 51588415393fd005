/** A server that takes what it is sent and never answers: calls end within their limits, and connections are found to be dead. */
import { type EventLog, LogUnavailable } from "../../../infra/event-log/event-log";
import { collect, idsOf } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newType, request } from "../../contract/event-log/requests";
import { eventually } from "../../support/eventually";
import { startSilentDoor, type SilentDoor } from "../../support/silent-door";
import { describeWithPeer, openLog, peer, stopPeer } from "./eventstoredb-under-test";

const ATTEMPT_MS = 300;
const PATIENCE_MS = 700;
/** Far less than whoever hangs would take; a busy machine takes its time. */
const BOUND_MS = 5_000;

let door: SilentDoor;
let logs: EventLog[];
beforeEach(async () => {
  door = await startSilentDoor((await peer()).port);
  logs = [];
});
afterEach(async () => {
  for (const log of logs) await log.close();
  await door.close();
});
afterAll(stopPeer);

const through = async (options = "", limits = { attemptMs: ATTEMPT_MS, patienceMs: PATIENCE_MS }) => {
  const log = await openLog({ connectionString: `esdb://127.0.0.1:${door.port}?tls=false${options}`, ...limits });
  logs.push(log);
  return log;
};
const endOf = async (call: Promise<unknown>) => {
  const since = performance.now();
  const reason: unknown = await call.then(
    () => "It was answered.",
    (error: unknown) => error,
  );
  return { reason, took: performance.now() - since };
};

describeWithPeer("a server that takes connections and never answers", () => {
  test.each(["a server that was silent from the beginning", "one that fell silent"])(
    "%s: an append and reads end within their patience, say what they were at, and nothing is there twice",
    async (when) => {
      const log = await through();
      if (when === "one that fell silent") await mustAppend(log);
      door.fallSilent();
      const wanted = request({ expected: "none" });
      const ends = await Promise.all([
        endOf(log.append(wanted)),
        endOf(log.readStream(wanted.stream)),
        endOf(log.readAll({ after: 0, limit: 10 })),
        endOf(log.head()),
      ]);
      for (const { reason, took } of ends) {
        expect(reason).toBeInstanceOf(LogUnavailable);
        expect(String(reason)).toMatch(
          /The log could not be reached while (appending|reading a stream|asking for its end): ./,
        );
        expect(took).toBeLessThan(BOUND_MS);
      }
      // What was sent meanwhile arrives late, and the same command is sent again.
      door.speak();
      const patient = await through("", { attemptMs: 2_000, patienceMs: 10_000 });
      expect(await patient.append(wanted)).toMatchObject({ kind: "appended", revision: wanted.events.length - 1 });
      expect(idsOf(await patient.readStream(wanted.stream))).toEqual(idsOf(wanted.events));
    },
  );

  test("a subscription whose connection has died in silence goes on over another one, and brings everything once", async () => {
    const log = await through();
    const type = newType();
    const collecting = collect(log, { after: await log.head(), types: [type] });
    const append = () => mustAppend(log, { events: [newEvent({ type })] });
    await append();
    await eventually(() => expect(collecting.events).toHaveLength(1));
    door.forget();
    await eventually(append);
    await eventually(() => expect(collecting.events).toHaveLength(2));
    collecting.stop();
    await collecting.ended;
  });

  test("an idle connection is tried at its keep-alive interval, and closed where nothing comes back in time", async () => {
    const warned = jest.spyOn(console, "warn").mockReturnValue();
    const [lively, quiet] = [await startSilentDoor((await peer()).port), door];
    const limits = { attemptMs: 60_000, patienceMs: 60_000 };
    const at = async ({ port }: SilentDoor, options: string) => {
      const log = await openLog({ connectionString: `esdb://127.0.0.1:${port}?tls=false${options}`, ...limits });
      logs.push(log);
      await mustAppend(log);
    };
    try {
      await at(lively, "&keepAliveInterval=100&keepAliveTimeout=200");
      await at(quiet, "&keepAliveInterval=-1&keepAliveTimeout=-1");
      await eventually(() => expect(lively.pings).toBeGreaterThanOrEqual(3));
      expect(quiet.pings).toBe(0);
      for (const each of [lively, quiet]) each.forget();
      const before = lively.closed;
      // Another may be opened in the same moment.
      await eventually(() => expect(lively.closed).toBeGreaterThan(before));
      expect(quiet.closed).toBe(0);
    } finally {
      warned.mockRestore();
      await lively.close();
    }
  });
});
