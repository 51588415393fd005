/** The examples in Python and in shell do what they say, against a running service. Where a program is missing they are skipped. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApi, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

const run = promisify(execFile);
const CLIENTS = join(__dirname, "../../clients");
const { PATH = "", HOME = "", TMPDIR = tmpdir() } = process.env;
const environment = { PATH, HOME, TMPDIR, LC_ALL: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1" };

/** A test where all programs are there; where one is missing, a test that is skipped, with a sentence in its name. */
function testWith(programs: readonly string[]) {
  const missing = programs.filter((program) => spawnSync(program, ["--help"]).error !== undefined);
  return (guarantee: string, body: () => Promise<void>): void => {
    if (missing.length === 0) test(guarantee, body, 60_000);
    else test.skip(`${guarantee} (not run, because ${missing.join(" and ")} cannot be found here)`, body);
  };
}

/** Keeps what arrives as it arrived: header lines and bytes, in files that `client.sh verify` reads. */
async function startKeeper(folder: string) {
  const kept: { readonly headers: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [headers, body] = [join(folder, `${kept.length}.headers`), join(folder, `${kept.length}.body`)];
      const raw = request.rawHeaders;
      const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1] ?? ""}\r\n`] : []));
      writeFileSync(headers, lines.join(""));
      writeFileSync(body, Buffer.concat(chunks));
      kept.push({ headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, kept, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const objects = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

let service: TestService;
let api: Api;
let folder: string;
let receiverPort: number;
let keeper: Awaited<ReturnType<typeof startKeeper>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "examples-"));
  [keeper, receiverPort] = await Promise.all([startKeeper(folder), freePort()]);
  const targets = `127.0.0.1:${keeper.port},127.0.0.1:${receiverPort}`;
  service = await startTestService({ settings: { WEBHOOK_ALLOWED_TARGETS: targets } });
  api = createApi(service);
}, 60_000);
afterAll(async () => {
  await service.close();
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a program prints, line by line; rejects where it does not end with 0. */
const runAs =
  (program: string, file: string) =>
  async ({ api: { key } }: Tenant, ...args: readonly string[]) => {
    const env = { ...environment, SERVICE_URL: service.url, SERVICE_KEY: key };
    return objects((await run(program, [join(CLIENTS, file), ...args], { env })).stdout);
  };

/** Three alerts: more than fit on one page of either example. */
async function threeAlerts(tenant: Tenant, name: string): Promise<void> {
  for (const number of [1, 2, 3]) {
    const placeId = `${name}-${number}`;
    await tenant.api.v1.post("/api/v1/competitors", { body: { name: placeId, place_id: placeId } });
    for (const rating of [4, 4.5]) await api.observe(sighting(placeId, service.clock.now(), { listing: { rating } }));
  }
  await eventually(async () => expect((await tenant.api.v1.get("/api/v1/alerts")).unread).toBe(3));
}

describe("in Python", () => {
  const python = runAs("python3", "python/client.py");

  testWith(["python3"])("competitors are added and listed, alerts are paged, and a refusal is told", async () => {
    const tenant = await api.tenant();
    await threeAlerts(tenant, "python");
    const [added] = await python(tenant, "add", 'Café "Ø"', "python-4");
    const listed = await python(tenant, "competitors");
    expect([listed.length, listed.find(({ id }) => id === added?.["id"])?.["name"]]).toEqual([4, 'Café "Ø"']);
    expect(new Set((await python(tenant, "alerts")).map(({ id }) => id)).size).toBe(3);
    await expect(python(tenant, "add", "", "python-5")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^invalid_request \(400, request \S+\): .*\n {2}name: /) as string,
    });
  });

  testWith(["python3"])("a webhook is registered, and its receiver believes what is signed alone", async () => {
    const tenant = await api.tenant();
    const url = `http://127.0.0.1:${receiverPort}/`;
    const [endpoint] = await python(tenant, "webhook", url, "alert.created");
    const env = { ...environment, WEBHOOK_SECRETS: String(endpoint?.["secret"]) };
    const receiver = spawn("python3", [join(CLIENTS, "python/receiver.py"), String(receiverPort)], { env });
    try {
      let printed = "";
      receiver.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      const forged = { method: "POST", headers: { "X-Service-Signature": "sha256=0" }, body: "{}" };
      expect((await eventually(() => fetch(url, forged))).status).toBe(401);
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
      const test = `/api/v1/webhooks/${String(endpoint?.["id"])}/test`;
      expect((await tenant.api.post(test, { eventType: "alert.created" })).status).toBe(202);
      await eventually(() => expect(objects(printed)).toMatchObject([{ type: "alert.created" }]));
    } finally {
      const ended = once(receiver, "close");
      receiver.kill();
      await ended;
    }
  });

  testWith(["python3"])(
    "what the service signs is verified with each secret, and nothing that is altered or old",
    async () => {
      const vectors = join(CLIENTS, "webhook-vectors.json");
      const checks = `
import json, sys
sys.path.insert(0, ${JSON.stringify(join(CLIENTS, "python"))})
from email.message import Message
from receiver import is_verified
for vector in json.load(open(${JSON.stringify(vectors)}, encoding="utf-8")):
    body, now, secrets = vector["body"].encode(), vector["timestamp"], vector["secrets"]
    def verified(secrets=secrets, body=body, now=now, **changed):
        headers = Message()
        for name, value in vector["headers"].items():
            value = changed.get(name.replace("-", "_"), value)
            if value is not None: headers[name] = value
        return is_verified(secrets, headers, body, now)
    assert all(verified([secret]) for secret in secrets)
    assert verified(X_Service_Signature=None) and verified(webhook_signature=None) and verified(now=now + 300)
    assert not verified(["whsec_" + "AAAA" * 8]) and not verified(body=body + b" ")
    assert not verified(now=now + 301) and not verified(now=now - 301) and not verified(webhook_id="other")
    assert not verified(X_Service_Signature="sha256=0") and not verified(webhook_signature="v1,")
    assert not verified(X_Service_Signature=None, webhook_signature=None)
print('{"all": "well"}')`;
      expect(objects((await run("python3", ["-c", checks], { env: environment })).stdout)).toEqual([{ all: "well" }]);
    },
  );
});

describe("in shell", () => {
  const shell = runAs("bash", "shell/client.sh");
  const needed = ["bash", "curl", "openssl", "awk", "sed", "od"];

  testWith(needed)("competitors are added and listed, alerts are paged, and a refusal is told", async () => {
    const tenant = await api.tenant();
    await threeAlerts(tenant, "shell");
    await shell(tenant, "add", 'Café "Ø" \\', "shell-4");
    const [{ competitors } = {}] = await shell(tenant, "competitors");
    expect(competitors).toHaveLength(4);
    expect(competitors).toContainEqual(expect.objectContaining({ name: 'Café "Ø" \\' }));
    const pages = await shell(tenant, "alerts");
    expect(pages.map(({ alerts }) => (alerts as readonly object[]).length)).toEqual([2, 1]);
    await expect(shell(tenant, "add", "", "shell-5")).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining('"code":"invalid_request"') as string,
    });
  });

  testWith(needed)(
    "a webhook is registered, and a delivery is verified as long as nothing of it is altered",
    async () => {
      const tenant = await api.tenant();
      const [endpoint] = await shell(tenant, "webhook", `http://127.0.0.1:${keeper.port}/`, "alert.created");
      const test = `/api/v1/webhooks/${String(endpoint?.["id"])}/test`;
      expect((await tenant.api.post(test, { eventType: "alert.created" })).status).toBe(202);
      const { headers, body } = await eventually(() => {
        const [first] = keeper.kept;
        if (first === undefined) throw new Error("Nothing has arrived.");
        return first;
      });
      const altered = join(folder, "altered");
      writeFileSync(altered, "{}");
      const unsigned = join(folder, "unsigned");
      writeFileSync(unsigned, "Content-Type: application/json\r\n");
      const verify = async (secret: string, ...files: readonly string[]) => {
        const env = { ...environment, WEBHOOK_SECRET: secret };
        const args = [join(CLIENTS, "shell/client.sh"), "verify", ...files];
        return run("bash", args, { env }).then(
          () => true,
          () => false,
        );
      };
      const secret = String(endpoint?.["secret"]);
      const other = `whsec_${Buffer.alloc(32).toString("base64")}`;
      expect(await verify(secret, headers, body)).toBe(true);
      expect(await verify(other, headers, body)).toBe(false);
      expect(await verify(secret, headers, altered)).toBe(false);
      expect(await verify(secret, unsigned, body)).toBe(false);
    },
  );
});
