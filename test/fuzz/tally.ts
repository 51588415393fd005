/** What a run of schemathesis asked and was answered, read from its events: statuses by phase, and what was found. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

interface Interaction {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Readonly<Record<string, readonly string[]>>;
    readonly body?: { readonly $base64?: string } | null;
  };
  readonly response?: { readonly status_code: number } | null;
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure: { readonly title: string; readonly message: string } };
}

interface Scenario {
  readonly phase: string;
  readonly recorder: {
    readonly label: string;
    readonly interactions?: Readonly<Record<string, Interaction>>;
    readonly checks?: Readonly<Record<string, readonly Check[]>>;
  };
}

interface Fault {
  readonly phase?: string;
  readonly label?: string;
  readonly value?: { readonly type?: string; readonly message?: string };
}

interface Event {
  readonly ScenarioFinished?: Scenario;
  readonly NonFatalError?: Fault;
  readonly FatalError?: Fault;
}

export interface Finding {
  readonly phase: string;
  readonly operation: string;
  readonly title: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly curl: string;
}

export interface Tally {
  /** How many answers of each status, by phase; 0 stands for no answer at all. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The first of each kind for each operation. */
  readonly findings: readonly Finding[];
}

export async function readTally(eventsFile: string): Promise<Tally> {
  const statuses = new Map<string, Map<number, number>>();
  const findings = new Map<string, Finding>();
  for await (const line of createInterface({ input: createReadStream(eventsFile), crlfDelay: Infinity })) {
    const { ScenarioFinished: scenario, NonFatalError: fault, FatalError: end } = JSON.parse(line) as Event;
    for (const one of [fault, end]) if (one !== undefined) findings.set(line, untried(one));
    if (scenario === undefined) continue;
    const { phase, recorder } = scenario;
    const ofPhase = statuses.get(phase) ?? new Map<number, number>();
    statuses.set(phase, ofPhase);
    for (const [id, interaction] of Object.entries(recorder.interactions ?? {})) {
      const status = interaction.response?.status_code;
      ofPhase.set(status ?? 0, (ofPhase.get(status ?? 0) ?? 0) + 1);
      for (const { name, failure_info } of recorder.checks?.[id] ?? []) {
        const key = `${recorder.label} ${name} ${status ?? ""}`;
        if (failure_info === undefined || findings.has(key)) continue;
        const { title, message } = failure_info.failure;
        findings.set(key, { phase, operation: recorder.label, title, message, status, curl: curlOf(interaction) });
      }
    }
  }
  return { statuses, findings: [...findings.values()] };
}

/** What schemathesis could not do. */
const untried = ({ phase, label, value }: Fault): Finding => ({
  ...{ phase: phase ?? "none", operation: label ?? "all operations", status: undefined, curl: "" },
  ...{ title: value?.type ?? "Broken off", message: value?.message ?? "" },
});

/** The request for a shell, its body to the byte. */
function curlOf({ request }: Interaction): string {
  const headers = Object.entries(request.headers).flatMap(([name, values]) =>
    values.map((value) => `-H ${quoted(`${name}: ${value}`)}`),
  );
  const body = Buffer.from(request.body?.$base64 ?? "", "base64");
  const start = ["curl", "-X", request.method, ...headers];
  if (body.length === 0) return [...start, quoted(request.uri)].join(" ");
  const text = body.toString("utf8");
  const isText = Buffer.from(text).equals(body) && !text.includes("\0");
  if (isText) return [...start, "--data-binary", quoted(text), quoted(request.uri)].join(" ");
  return `base64 -d <<<${body.toString("base64")} | ${[...start, "--data-binary @-", quoted(request.uri)].join(" ")}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
