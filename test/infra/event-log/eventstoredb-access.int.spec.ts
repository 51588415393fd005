/** The EventStoreDB log over TLS, as a user with a password: who is not let in says so, and never repeats the password. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { createLogger } from "../../../infra/logging/logger";
import { readinessView } from "../../../read-api/operations/get-readiness";
import { idsOf } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newStream, request } from "../../contract/event-log/requests";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";
import { eventually } from "../../support/eventually";
import { makeServerIdentity, type ServerIdentity } from "../../support/self-signed";
import { startTestService } from "../../support/service";
import { openLog } from "./eventstoredb-under-test";

const PASSWORD = "corr%ct:h@rse/b";
const WRONG = "wr0ng-passw0rd";
const encoded = encodeURIComponent(PASSWORD);

describe("an EventStoreDB with TLS and users", () => {
  let folder: string;
  let server: PeerControl;
  let identity: ServerIdentity;
  const place = (user: string, options = `tlsCAFile=${encodeURIComponent(join(folder, "ca.crt"))}`) =>
    `esdb://${user}@localhost:${server.port}?${options}`;

  beforeAll(async () => {
    identity = makeServerIdentity();
    folder = await mkdtemp(join(tmpdir(), "eventstoredb-tls-"));
    await writeFile(join(folder, "ca.crt"), identity.authority);
    await writeFile(join(folder, "other.crt"), makeServerIdentity().authority);
    server = await startPeer({
      tls: identity,
      users: [
        { name: "service", password: PASSWORD, readsAll: true, writes: true },
        { name: "clerk", password: PASSWORD, readsAll: false, writes: false },
      ],
    });
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  test("whoever has the authority's certificate and the password reads and writes", async () => {
    const log = await openLog({ connectionString: place(`service:${encoded}`) });
    const wanted = request({ events: [newEvent(), newEvent()] });
    await mustAppend(log, wanted);
    expect(idsOf(await log.readStream(wanted.stream))).toEqual(idsOf(wanted.events));
    await log.erase([wanted.stream]);
    expect(await log.append(wanted)).toEqual({ kind: "erased" });
    await log.close();
  });

  test("a certificate that nobody vouches for is refused, unless checking is switched off", async () => {
    const strange = place(`service:${encoded}`, `tlsCAFile=${encodeURIComponent(join(folder, "other.crt"))}`);
    const wary = await openLog({ connectionString: strange, patienceMs: 400 });
    await expect(wary.head()).rejects.toThrow(/could not be reached .*certificate/);
    await wary.close();
    const trusting = await openLog({ connectionString: place(`service:${encoded}`, "tlsVerifyCert=false") });
    await mustAppend(trusting);
    await trusting.close();
  });

  test("a certificate file that is not there stops the start with its option's name", async () => {
    await expect(openLog({ connectionString: place(`service:${encoded}`, "tlsCAFile=/nowhere.crt") })).rejects.toThrow(
      /tlsCAFile cannot be read/,
    );
  });

  test("a wrong password ends every call at once as unavailable, with a sentence for the operator", async () => {
    const log = await openLog({ connectionString: place(`service:${WRONG}`), patienceMs: 60_000 });
    const refused = /does not accept the user and password of EVENTSTOREDB_URL/;
    await expect(log.head()).rejects.toThrow(LogUnavailable);
    await expect(log.head()).rejects.toThrow(refused);
    await expect(log.append(request())).rejects.toThrow(refused);
    await expect(log.readStream(newStream())).rejects.toThrow(refused);
    await expect(log.erase([newStream()])).rejects.toThrow(refused);
    await log.close();
  });

  test("a user without the rights is told so", async () => {
    const log = await openLog({ connectionString: place(`clerk:${encoded}`) });
    await expect(log.head()).rejects.toThrow(/does not grant the user of EVENTSTOREDB_URL/);
    await expect(log.append(request())).rejects.toThrow(/does not grant the user/);
    await log.close();
  });

  test("with a wrong password no service starts, and one whose password was changed is not ready; neither repeats it", async () => {
    let lines = "";
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines += chunk.toString();
        done();
      },
    });
    const logger = createLogger({ level: "debug", stream });
    const settings = { EVENTSTOREDB_URL: place(`service:${encoded}`) };
    const wrong = { EVENTSTOREDB_URL: place(`service:${WRONG}`) };
    const refusal: unknown = await startTestService({ settings: wrong, logger }).catch((error: unknown) => error);
    const service = await startTestService({ settings, logger });
    await server.restart({
      tls: identity,
      users: [{ name: "service", password: "new", readsAll: true, writes: true }],
    });
    const readiness = await fetch(`${service.url}/readyz`);
    const told = await readiness.text();
    await eventually(() => expect(lines).toMatch(/does not accept the user and password of EVENTSTOREDB_URL/));
    await service.close();
    expect(refusal).toBeInstanceOf(LogUnavailable);
    expect(readiness.status).toBe(503);
    expect(readinessView.parse(JSON.parse(told))).toMatchObject({ status: "unavailable", database: true, log: false });
    const everything = `${lines}${told}${inspect(refusal, { depth: 9 })}`;
    for (const secret of [WRONG, PASSWORD, encoded]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(`service:${secret}`).toString("base64"));
    }
  });
});
