/** `npm run fuzz`: schemathesis against the service, by the API's own document. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GENERATION_SECONDS_MAX } from "../../infra/generation/generation";
import { createLogger } from "../../infra/logging/logger";
import { createApi, type Api } from "../support/api";
import { startPlacesStandIn } from "../support/places-stand-in";
import { startTestService, type TestService } from "../support/service";
import startPostgres from "../support/start-postgres";
import stopPostgres from "../support/stop-postgres";
import { createCaller, type CallerName } from "./callers";
import { fuzzedDocument, type ApiDocument } from "./fuzzed-document";
import { installSchemathesis, NotInstallable } from "./install";
import { BadOptions, readOptions, usage, type FuzzOptions } from "./options";
import { runSchemathesis } from "./schemathesis";
import { readTally } from "./tally";
import { faultsOf, rowsOf, type Run } from "./verdict";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** A minute passes in 45 requests, however fast they come, so that limits by the minute are not all that is met. */
const LEAP_MS = 20_000;
const LEAP_EVERY_REQUESTS = 15;
/** Node's own announcement of every request that a server of this process takes. */
const REQUESTS = "http.server.request.start";
/** Between two callers, what is counted by the day begins anew. */
const DAY_MS = 86_400_000;
/** What sysexits.h calls a service that is unavailable: nothing was tried, which is neither good nor bad. */
const UNAVAILABLE = 69;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    say(usage);
    return 0;
  }
  const program = await installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), "lbi-fuzz-"));
  try {
    await startPostgres();
    return await fuzz(program, folder, options);
  } finally {
    await stopPostgres();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fuzz(program: string, folder: string, options: FuzzOptions): Promise<number> {
  const standIn = await startPlacesStandIn();
  // An answer has two seconds, as the clock runs.
  const settings = {
    WEBHOOK_ALLOWED_TARGETS: "localhost:1",
    SMS_PROVIDER: "sandbox",
    GENERATION_TIMEOUT_SECONDS: String(GENERATION_SECONDS_MAX),
    ...standIn.settings,
  };
  // Made-up addresses lead nowhere, also where somebody has them.
  const resolve = (name: string) => Promise.resolve(name === "localhost" ? ["127.0.0.1"] : []);
  const outbound = { resolver: { resolve } };
  const service = await startTestService({ settings, outbound, logger: createLogger({ level: "error" }) });
  try {
    const api = createApi(service);
    const faults: string[] = [];
    for (const name of options.callers) {
      const { run, output } = await fuzzAs(name, { program, folder, options, service, api });
      for (const row of rowsOf(run)) say(row);
      const found = faultsOf(run);
      // A run that broke off has its reason in what it printed.
      faults.push(...found, ...(found.length === 0 && output !== undefined ? [output] : []));
    }
    for (const fault of faults) say(fault);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await service.close();
    await standIn.close();
  }
}

interface Stage {
  readonly program: string;
  readonly folder: string;
  readonly options: FuzzOptions;
  readonly service: TestService;
  readonly api: Api;
}

/** `output` is what schemathesis printed, where it did not end well. */
async function fuzzAs(caller: CallerName, stage: Stage): Promise<{ run: Run; output: string | undefined }> {
  const { program, folder, options, service, api } = stage;
  service.clock.leap(DAY_MS);
  const { headers, ids, moments, mayCall, doneShareMin, keepUp } = await createCaller(service, api, caller);
  const committed = await readFile(join(__dirname, "..", "..", "docs", "openapi.json"), "utf8");
  const chosen: typeof mayCall = (path, operation) => path.includes(options.only) && mayCall(path, operation);
  const document = fuzzedDocument(JSON.parse(committed) as ApiDocument, { ids, moments }, chosen);
  const name = caller.replace(":", "-");
  const documentFile = join(folder, `${name}.json`);
  await writeFile(documentFile, JSON.stringify(document));
  let asked = 0;
  const onRequest = (): void => {
    if ((asked += 1) % LEAP_EVERY_REQUESTS > 0) return;
    service.clock.leap(LEAP_MS);
    void keepUp();
  };
  subscribe(REQUESTS, onRequest);
  try {
    const { seed, cases, phases } = options;
    const campaign = { url: service.url, documentFile, headers, phases, seed, cases };
    const { code, eventsFile, outputFile } = await runSchemathesis(program, campaign, folder, name);
    const run = { caller, seed, cases, doneShareMin, tally: await readTally(eventsFile) };
    return { run, output: code === 0 ? undefined : await readFile(outputFile, "utf8") };
  } finally {
    unsubscribe(REQUESTS, onRequest);
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof NotInstallable) say(`The API was not fuzzed, because ${error.message}`);
    else say(error instanceof BadOptions ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = error instanceof NotInstallable ? UNAVAILABLE : 1;
  },
);
