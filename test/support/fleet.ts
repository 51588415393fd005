/** The real program as any number of processes by roles on one database, each of which can be stopped, killed, frozen and started again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "../../infra/config/settings";
import { createChildProgram, type ChildProgram } from "./child-program";
import { leaveToTheKiller } from "./left-to-the-killer";
import { ADMIN_EMAIL, ADMIN_TOKEN, COLLECTOR_TOKEN, masterKey, SECOND_ADMIN_EMAIL } from "./service";

export interface Member extends ChildProgram {
  readonly role: Role;
  /** Its role and number: `projector-2`. */
  readonly name: string;
}

export interface FleetOptions {
  /** Of a database that every member can reach; a test's own, or the one behind a proxy. */
  readonly databaseUrl: string;
  /** Further settings of every member, by the names of their environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The database's address for the member of this name, where the server is to know who is who. */
  readonly named?: (databaseUrl: string, name: string) => string;
  /** Told what the member of this name writes, as it comes. */
  readonly heard?: (name: string, text: string) => void;
}

export interface Fleet {
  readonly members: readonly Member[];
  of(role: Role): readonly Member[];
  /** Starts a new member and waits until it says that it is ready. */
  start(role: Role, settings?: Readonly<Record<string, string>>): Promise<Member>;
  /** Kills whatever still runs, frozen or not. */
  close(): Promise<void>;
}

/** The settings that they all share: keys, tokens, administrators. What the test process starts here ends with it. */
export function createFleet({
  databaseUrl,
  settings = {},
  named = (url) => url,
  heard = () => undefined,
}: FleetOptions): Fleet {
  const members: Member[] = [];
  const started = new Map<Role, number>();
  const dataDir = mkdtempSync(join(tmpdir(), "lbi-fleet-"));
  const removed = leaveToTheKiller("folder", dataDir);
  const shared = {
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey.toString("base64"),
    ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND_ADMIN_EMAIL}`,
    ADMIN_TOKEN,
    COLLECTOR_TOKEN,
    // Every client of a test calls from an address of its own, so that they do not use up each other's limits.
    TRUSTED_PROXIES: "1",
    ...settings,
  };
  const of = (role: Role) => members.filter((member) => member.role === role);
  return {
    members,
    of,
    async start(role, own = {}) {
      const number = (started.get(role) ?? 0) + 1;
      started.set(role, number);
      const name = `${role}-${number}`;
      const whose = { ROLE: role, DATABASE_URL: named(databaseUrl, name) };
      const start = { until: "ready" } as const;
      const program = await createChildProgram({ ...shared, ...whose, ...own }, start, (text) => heard(name, text));
      const member = Object.assign(program, { role, name });
      members.push(member);
      await member.start();
      return member;
    },
    async close() {
      await Promise.all(members.map((member) => member.kill()));
      rmSync(dataDir, { recursive: true, force: true });
      removed();
    },
  };
}
