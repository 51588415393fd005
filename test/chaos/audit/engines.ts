/** No engine has halted, every lease is held once and by a process that lives, and clients saw nothing that must not be. */
import { send } from "../../support/http-client";
import { lost, wrong, type Finding, type Part } from "./finding";
import type { AuditWorld } from "./world";

export async function auditEngines({ stage, engines, load }: AuditWorld): Promise<Part> {
  const findings: Finding[] = load.ledger.oddities.map(wrong);
  let checked = 0;
  for (const { url, name } of stage.fleet.members) {
    const { status, json, text } = await send(`${url}/readyz`);
    checked += 1;
    if (status !== 200 || json?.["status"] !== "ready") findings.push(wrong(`${name} says ${status} ${text}`));
  }
  const { rows } = await engines.pool.query<{ name: string; members: number }>(
    `SELECT l.kind || ' ' || l.name AS name, count(a.pid)::int AS members
     FROM operational.leases l
     LEFT JOIN operational.lease_holders h ON h.holder = l.holder AND h.expires_at > clock_timestamp()
     LEFT JOIN pg_stat_activity a ON a.pid = h.backend_pid AND a.backend_start = h.backend_start
     GROUP BY l.kind, l.name`,
  );
  checked += rows.length;
  for (const { name, members } of rows) if (members !== 1) findings.push(lost(`lease ${name} is held by ${members}`));
  return { name: "engines and leases", checked, repeated: 0, findings };
}

/** Addresses that signed up are one account each. */
export function auditSignUps({ load, events }: AuditWorld): Part {
  const emails = events
    .filter(({ type }) => type === "AccountRegistered")
    .map(({ data }) => (data as { email: string }).email);
  const findings = load.signedUp.flatMap(({ email, answer }) => {
    const times = emails.filter((one) => one === email).length;
    return times === 1
      ? []
      : [times === 0 ? lost(`account of ${email}, answered ${answer}`) : wrong(`${email} has ${times} accounts`)];
  });
  return { name: "sign-ups", checked: load.signedUp.length, repeated: 0, findings };
}
