/** The container files name what the program has: settings, roles, ports, paths and scripts. No container engine is needed to see that. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { endpoints } from "../../../infra/composition/catalogue/endpoints";
import { loadConfig } from "../../../infra/config/config";
import { environmentName, roles, settingsSchema } from "../../../infra/config/settings";

interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const root = join(__dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const compose = parse(read("compose.yaml"), { merge: true }) as Compose;
const dockerfile = read("Dockerfile");
const settings = new Set(Object.keys(settingsSchema.shape).map(environmentName));
const all = Object.entries(compose.services);
const processes = all.filter(([, { build }]) => build !== undefined);
const others = all.filter(([, { build }]) => build === undefined);
const examples = Object.fromEntries(
  [...read("compose.env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);

/** As compose fills a value in from an environment: `${NAME}`, `${NAME:-default}` and `${NAME:?sentence}`. */
function filledIn(text: string, from: Readonly<Record<string, string>>): string {
  const fill = (_all: string, name: string, kind: string | undefined, rest = ""): string => {
    const value = from[name] ?? "";
    if (value === "" && kind === "?") throw new Error(`${name} is not set.`);
    return value === "" && kind === "-" ? rest : value;
  };
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, fill);
}

test("every role but `all` runs, and the API runs twice", () => {
  const started = processes.map(([, { environment }]) => environment?.["ROLE"]);
  expect(started.sort()).toEqual(["api", "api", "ingest", "processor", "projector"]);
  expect(new Set(started)).toEqual(new Set(roles.filter((role) => role !== "all")));
});

test("every process starts with the settings that it is given, and all share what has to be the same", () => {
  const filled = { ...examples, MASTER_KEY: Buffer.alloc(32).toString("base64"), POSTGRES_PASSWORD: "secret" };
  const given = processes.map(([, { environment = {} }]) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, filled)])),
  );
  for (const environment of given) {
    expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
    expect(loadConfig({ ...environment, PORT: "3000" })).toMatchObject({
      role: environment["ROLE"],
      trustedProxies: 1,
    });
  }
  const shared = given.map(({ ROLE: _role, ...rest }) => JSON.stringify(rest));
  expect(new Set(shared).size).toBe(1);
});

test("what must be filled in stands in the example, and secrets stand in no committed file", () => {
  const named = [...read("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? "");
  expect(new Set(named)).toEqual(new Set(["MASTER_KEY", "POSTGRES_PASSWORD"]));
  for (const name of [...named, "ADMIN_TOKEN", "COLLECTOR_TOKEN"]) expect(examples[name]).toBe("");
  expect(read(".gitignore").split("\n")).toContain("compose.env");
});

test("whatever a service waits for is there and says when it is healthy", () => {
  for (const [, { depends_on: waited = {} }] of all)
    for (const [name, { condition }] of Object.entries(waited)) {
      expect(condition).toBe("service_healthy");
      const { healthcheck, build } = compose.services[name] ?? {};
      expect(healthcheck !== undefined || build !== undefined).toBe(true);
    }
  // The image says it of every process.
  const checked = /^HEALTHCHECK[^]*?path: '([^']+)'/m.exec(dockerfile)?.[1];
  expect(endpoints.map(({ path }) => path)).toContain(checked);
  const port = /^ENV .*PORT=(\d+)/m.exec(dockerfile)?.[1];
  expect([...read("compose.proxy.conf").matchAll(/server (api-\d):(\d+)/g)].map(([, name, at]) => [name, at])).toEqual(
    processes.filter(([, { environment }]) => environment?.["ROLE"] === "api").map(([name]) => [name, port]),
  );
});

test("images are of a version, and what is published is published to this machine alone", () => {
  const images = [...others.map(([, { image }]) => image ?? ""), ...fromImages()];
  for (const image of images) expect(image).toMatch(/^[\w./-]+:\d+\.\d+(\.\d+)?(-[\w-]+)?$/);
  for (const [, { ports = [] }] of all) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
});

test("volumes and files that are mounted are there", () => {
  const mounted = all.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
  for (const source of mounted)
    expect(source.startsWith("./") ? existsSync(join(root, source)) : source in compose.volumes).toBe(true);
});

test("the image is built in stages from folders that there are, by scripts that there are, and runs as nobody special", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
  for (const [, script = ""] of dockerfile.matchAll(/npm run (\w+)/g)) expect(scripts[script]).toBeDefined();
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
    sources.split(" "),
  );
  const included = read(".dockerignore").split("\n");
  for (const source of copied) {
    expect(existsSync(join(root, source))).toBe(true);
    expect(included).toContain(`!${source.replace(/^\.\//, "")}`);
  }
  expect(dockerfile).toMatch(/^USER node$/m);
  const command = /^CMD \["node", "(--max-.+?)", "--enable-source-maps", "dist\/(.+)\.js"\]$/m.exec(dockerfile);
  const [, memory, entry] = command ?? [];
  expect(scripts["start"]).toBe(`node ${memory} --import tsx ${entry}.ts`);
});

function fromImages(): readonly string[] {
  return [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? "");
}
