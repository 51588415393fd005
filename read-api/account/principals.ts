/** Who a credential belongs to: its account, plan and active business, read anew for every request so that a revocation holds at once, in every process. */
import { BlockList, isIPv6 } from "node:net";
import type { Pool } from "pg";
import type { Authenticator } from "../../infra/http/authenticator";
import type { AccountContext, Principal } from "../../infra/http/endpoint";
import { readingTogether } from "../../infra/postgres/reading-together";
import type { Clock } from "../../infra/time/clock";

/** What the log itself says of a principal. */
export interface PrincipalNow {
  isActive(accountId: string, keyId: string): Promise<boolean>;
  /** The account with its plan and rights as they are; without a business where the chosen one was deleted. Null for none. */
  account(shown: AccountContext): Promise<AccountContext | null>;
}

/** What the authenticator asks of the identity engine. */
export interface PrincipalParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly findSession: (token: string) => Promise<{ sessionId: string; accountId: string } | null>;
  readonly isSessionOpen: (sessionId: string) => Promise<boolean>;
  readonly looksLikeApiKey: (presented: string) => boolean;
  readonly hashApiKey: (presented: string) => string;
  /** SQL, true where a change of the account in this column was answered that `principalTables` do not show yet. */
  readonly isPending: (account: string) => string;
  /** Asked where one was. */
  readonly now: PrincipalNow;
  readonly noteUse: (keyId: string, accountId: string) => void;
  /** In lower case. */
  readonly adminEmails: readonly string[];
  /** Whether this is the collectors' token; compared in constant time. */
  readonly isCollectorToken: (token: string) => boolean;
  /** The name of the provider that signed this request; null where none did. */
  readonly signerOf: (signed: Parameters<Authenticator["provider"]>[0]) => string | null;
}

interface AccountRow {
  readonly account_id: string;
  readonly plan: string;
  readonly email: string;
  readonly administrator: boolean;
  readonly business_id: string | null;
  readonly business_name: string | null;
  /** A change of the account was answered that these rows do not show yet. */
  readonly pending: boolean;
}
interface KeyRow extends AccountRow {
  readonly hash: string;
  readonly key_id: string;
  readonly scopes: readonly string[];
  readonly allowed_addresses: readonly string[];
}

/** What principals are read from. */
export const principalTables = ["accounts", "api_keys", "businesses"] as const;

function statements(isPending: PrincipalParts["isPending"]) {
  const account = `a.account_id, a.plan, a.email, a.administrator, b.business_id, b.name AS business_name,
    ${isPending("a.account_id")} AS pending
    FROM accounts a LEFT JOIN businesses b
      ON b.business_id = a.active_business_id AND b.account_id = a.account_id AND b.status = 'active'`;
  const pending = isPending("k.account_id");
  const inUse = `(k.status = 'active' OR ${pending}) AND (k.expires_at IS NULL OR k.expires_at > $2)`;
  return {
    byKeys: `SELECT k.hash, k.key_id, k.scopes, k.allowed_addresses, ${account}
      JOIN api_keys k ON k.account_id = a.account_id WHERE k.hash = ANY($1) AND ${inUse}`,
    byAccount: `SELECT ${account} WHERE a.account_id = $1`,
    stillInUse: `SELECT k.key_id, k.account_id, ${pending} AS pending
      FROM api_keys k WHERE k.key_id = ANY($1) AND ${inUse}`,
  };
}

/** What keys say, each in a statement that begins after it was asked about, with all that are asked about in the same moment. */
function keysOf({ pool, clock, isPending }: Pick<PrincipalParts, "pool" | "clock" | "isPending">) {
  const { byKeys, stillInUse } = statements(isPending);
  const rowsFor = <Row extends object>(name: string, text: string, key: keyof Row & string) =>
    readingTogether<string, Row | undefined>({
      async read(asked) {
        const { rows } = await pool.query<Row>({ name, text, values: [[...new Set(asked)], clock.now()] });
        const found = new Map(rows.map((row) => [row[key] as unknown, row]));
        return asked.map((one) => found.get(one));
      },
    });
  return {
    byHash: rowsFor<KeyRow>("principals-by-key", byKeys, "hash"),
    stillInUse: rowsFor<Pick<KeyRow, "key_id" | "account_id" | "pending">>(
      "principals-still-valid",
      stillInUse,
      "key_id",
    ),
  };
}

export function createAuthenticator(parts: PrincipalParts): Authenticator {
  const { pool, now } = parts;
  const { byAccount } = statements(parts.isPending);
  const keys = keysOf(parts);
  const accountOf = async (row: AccountRow): Promise<AccountContext | null> => {
    const shown = accountIn(row, parts.adminEmails);
    return row.pending ? now.account(shown) : shown;
  };
  return {
    async apiKey(presented, clientIp) {
      if (!parts.looksLikeApiKey(presented)) return null;
      const row = await keys.byHash(parts.hashApiKey(presented));
      if (row === undefined || !mayCallFrom(row.allowed_addresses, clientIp)) return null;
      if (row.pending && !(await now.isActive(row.account_id, row.key_id))) return null;
      const account = await accountOf(row);
      if (account === null) return null;
      parts.noteUse(row.key_id, row.account_id);
      return { kind: "api_key", id: row.key_id, scopes: row.scopes, account };
    },
    async session(token): Promise<Principal | null> {
      const found = await parts.findSession(token);
      if (found === null) return null;
      const values = [found.accountId];
      const { rows } = await pool.query<AccountRow>({ name: "principal-by-account", text: byAccount, values });
      const account = rows[0] === undefined ? await now.account(unseen(found.accountId)) : await accountOf(rows[0]);
      return account && { kind: "session", id: found.sessionId, account };
    },
    collector: (token) => (parts.isCollectorToken(token) ? { kind: "collector", id: "collector" } : null),
    provider(signed) {
      const name = parts.signerOf(signed);
      return name === null ? null : { kind: "provider", id: name };
    },
    async stillValid(principal) {
      if (principal.kind === "session") return parts.isSessionOpen(principal.id);
      if (principal.kind !== "api_key") return true;
      const row = await keys.stillInUse(principal.id);
      return row !== undefined && (!row.pending || (await now.isActive(row.account_id, principal.id)));
    },
  };
}

/** An account that has signed up before the tables show it. */
const unseen = (id: string): AccountContext => ({ id, plan: "free", email: "", admin: false, activeBusiness: null });

const accountIn = (row: AccountRow, adminEmails: readonly string[]): AccountContext => ({
  id: row.account_id,
  plan: row.plan,
  email: row.email,
  admin: row.administrator && adminEmails.includes(row.email.toLowerCase()),
  activeBusiness:
    row.business_id === null || row.business_name === null ? null : { id: row.business_id, name: row.business_name },
});

/** No list means anywhere. */
function mayCallFrom(allowed: readonly string[], clientIp: string): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(clientIp, isIPv6(clientIp) ? "ipv6" : "ipv4");
}
