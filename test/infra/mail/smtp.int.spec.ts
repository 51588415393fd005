/** Mails by SMTP against a real server: what it is handed, what becomes of a refusal, and what waits for another time. */
import { createServer, type AddressInfo } from "node:net";
import { CircuitOpen } from "../../../infra/circuit/circuit";
import { createHealth, type HealthParts } from "../../../infra/composition/observability/health";
import { createMail } from "../../../infra/composition/adapters/mail";
import type { Engines } from "../../../infra/composition/engines";
import { loadConfig } from "../../../infra/config/config";
import { MailFault } from "../../../infra/mail/mail-fault";
import type { Mail } from "../../../infra/mail/mailer";
import { createSmtp, type Smtp, type SmtpTimeouts } from "../../../infra/mail/smtp";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";
import { TravellingClock } from "../../support/travelling-clock";
import { mailAuthority, startMailServer, type MailServer } from "./mail-server";

const mail: Mail = {
  id: "mail-1",
  businessId: "business-1",
  to: "ada@example.com",
  subject: "Blåbær: your number was approved",
  text: "Dear Ada,\n.\nyour number was approved.\n",
};
const lines: unknown[] = [];
const logger = {
  info: (...said: unknown[]) => lines.push(said),
  warn: (...said: unknown[]) => lines.push(said),
} as never;
const open: Smtp[] = [];
let servers: MailServer[] = [];

const client = (url: string, timeouts?: SmtpTimeouts, clock = new TravellingClock()): Smtp => {
  const more = timeouts === undefined ? {} : { timeouts };
  const from = "no-reply@service.example";
  const made = createSmtp({ url, from, clock, logger, authorities: [mailAuthority], ...more });
  open.push(made);
  return made;
};
const server = async (options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> => {
  const started = await startMailServer(options);
  servers.push(started);
  return started;
};
const plain = ({ port }: MailServer): string => `smtp://127.0.0.1:${port}?tls.servername=receiver.test`;
const faultOf = (work: Promise<unknown>) =>
  work.then(
    (outcome) => outcome,
    (error: unknown) => (error instanceof MailFault ? [error.reason, error.status] : error),
  );

beforeEach(() => lines.splice(0));
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
  await Promise.all(servers.map((started) => started.close()));
  servers = [];
});

it("a mail arrives over TLS under the operator's user, as plain text under one Message-ID at every attempt", async () => {
  const secure = await server({ secure: true });
  const smtp = client(`smtps://mailer:p%40ss%20word@127.0.0.1:${secure.port}?tls.servername=receiver.test`);
  expect([await smtp.send(mail), await smtp.send(mail)]).toEqual(["sent", "sent"]);
  const [taken, again] = secure.taken;
  expect(taken).toMatchObject({ from: "no-reply@service.example", to: [mail.to], secure: true, user: "mailer" });
  expect(taken?.headers).toEqual(
    expect.arrayContaining([
      "From: no-reply@service.example",
      "To: ada@example.com",
      "Message-ID: <mail-1@service.example>",
      "Content-Type: text/plain; charset=utf-8",
      "Auto-Submitted: auto-generated",
    ]),
  );
  expect(again?.headers).toContain("Message-ID: <mail-1@service.example>");
  expect(taken?.body).toContain("\r\n.\r\nyour number was approved.");
  expect(secure.steps.connect).toBe(1);
});

it("a mail that names where to ask for no more of them says so in the headers that mail programs read, in one click over https", async () => {
  const server25 = await server();
  const smtp = client(plain(server25));
  const url = `https://service.example/unsubscribe/${"t".repeat(120)}`;
  for (const one of [{}, { unsubscribeUrl: url }, { unsubscribeUrl: "http://localhost:3000/unsubscribe/t" }])
    await smtp.send({ ...mail, ...one });
  const told = server25.taken.map(({ headers }) => headers.filter((line) => line.startsWith("List-Unsubscribe")));
  expect(told).toEqual([
    [],
    [`List-Unsubscribe: <${url}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"],
    ["List-Unsubscribe: <http://localhost:3000/unsubscribe/t>"],
  ]);
});

it("a server that cannot show whose it is gets no mail and no password", async () => {
  const secure = await server({ secure: true });
  const url = `smtps://mailer:p%40ss%20word@127.0.0.1:${secure.port}?tls.servername=somebody-else.test`;
  expect(await faultOf(client(url).send(mail))).toEqual(["ESOCKET", null]);
  expect(secure.steps.auth).toBe(0);
});

it("a password leaves this machine over TLS alone, and STARTTLS is taken up where it is offered", async () => {
  const [bare, starts] = await Promise.all([
    server({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    server(),
  ]);
  const away = (port: number) => `smtp://mailer:p%40ss%20word@0.0.0.0:${port}?tls.servername=receiver.test`;
  expect(await faultOf(client(away(bare.port)).send(mail))).toEqual(["ETLS", expect.anything()]);
  expect(bare.steps.auth).toBe(0);
  expect(await client(away(starts.port)).send(mail)).toBe("sent");
  expect(starts.taken).toMatchObject([{ secure: true, user: "mailer" }]);
});

it("nothing that a caller writes becomes a header or another recipient", async () => {
  const one = await server();
  const smtp = client(plain(one));
  const subject = "Hello\r\nBcc: eve@example.com\u2028X: y";
  expect(await smtp.send({ ...mail, id: "a b\r\n<c>@d.(e)", subject })).toBe("sent");
  const addresses = [
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com>\r\nRCPT TO:<eve@example.com",
    "ada@eve@example.com",
    "ada",
    "",
  ];
  for (const to of addresses) expect([to, await smtp.send({ ...mail, to })]).toEqual([to, "refused"]);
  expect(one.taken).toHaveLength(1);
  const [taken] = one.taken;
  expect(taken?.to).toEqual(["ada@example.com"]);
  expect(taken?.headers).toContain("Subject: Hello Bcc: eve@example.com X: y");
  expect(taken?.headers.filter((line) => /^(bcc|x|message-id):/i.test(line))).toEqual([
    "Message-ID: <a%20b%0D%0A%3Cc%3E%40d%2e%28e%29@service.example>",
  ]);
});

it.each(["to", "data"] as const)(
  "a permanent refusal at %s ends the matter, and the log line names nobody",
  async (step) => {
    const one = await server();
    one.replies[step] = { code: 550, words: "5.1.1 <ada@example.com> is not here" };
    expect(await client(plain(one)).send(mail)).toBe("refused");
    expect(lines).toEqual([
      [{ mail: "mail-1", businessId: "business-1", status: 550 }, "The mail server refused a mail for good."],
    ]);
  },
);

it("what may be over later, and what is the settings' fault, is thrown without what the server said", async () => {
  const one = await server();
  const words = "4.2.2 <ada@example.com> is full";
  for (const [step, code] of [
    ["to", 451],
    ["data", 452],
    ["from", 553],
    ["to", 530],
  ] as const) {
    one.replies = { [step]: { code, words } };
    const error: unknown = await client(plain(one))
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "MailFault", status: code });
    expect(String(error)).not.toContain("ada@");
  }
  const wrong = `smtp://mailer:wrong@127.0.0.1:${one.port}?tls.servername=receiver.test`;
  expect(await faultOf(client(wrong).send(mail))).toEqual(["EAUTH", 535]);
});

it("a server that keeps failing is left alone, tells since when, and is tried again later", async () => {
  const one = await server();
  const clock = new TravellingClock();
  const smtp = client(plain(one), undefined, clock);
  one.replies.to = { code: 451, words: "Not now." };
  for (let time = 0; time < 5; time += 1) expect(await faultOf(smtp.send(mail))).toEqual(["EENVELOPE", 451]);
  expect(await faultOf(smtp.send(mail))).toBeInstanceOf(CircuitOpen);
  expect(one.steps.to).toBe(5);
  expect(smtp.failingSince).toEqual(expect.any(Date));
  one.replies = {};
  clock.leap(30_000);
  await eventually(async () => expect(await faultOf(smtp.send(mail))).toBe("sent"));
  expect(smtp.failingSince).toBeNull();
});

it("mails that are refused for good leave the way open for others", async () => {
  const one = await server();
  const smtp = client(plain(one));
  one.replies.to = { code: 550, words: "Unknown." };
  for (let time = 0; time < 8; time += 1) expect(await smtp.send(mail)).toBe("refused");
  expect(smtp.failingSince).toBeNull();
  one.replies = {};
  expect(await smtp.send(mail)).toBe("sent");
});

it("readiness says since when the server takes no mail", async () => {
  const clock = new TestClock("2026-01-01T00:00:00.000Z");
  const answers = { query: () => Promise.resolve(), head: () => Promise.resolve(0), status: () => Promise.resolve([]) };
  const engines = { pool: answers, log: answers, projector: answers, clock, logger } as unknown as Engines;
  const service = createMail(loadConfig({ SMTP_URL: "smtp://127.0.0.1:1" }), engines, { mailed: () => undefined });
  const nobody = {
    ...{ processes: answers, sender: answers, collections: answers, sms: { provider: null } },
    ...{ kafka: null, ingest: null, generation: { provider: "local-composer", failingSince: null } },
  };
  const health = createHealth(engines, { ...nobody, mail: service } as unknown as HealthParts);
  const said = async () => (await health.readiness()).mail;
  expect(await said()).toEqual({ configured: true, failingSince: null });
  for (let time = 0; time < 2; time += 1) {
    await expect(service.send(mail)).rejects.toBeInstanceOf(MailFault);
    await clock.advance(1_000);
  }
  expect(await health.readiness()).toMatchObject({
    status: "ready",
    mail: { configured: true, failingSince: "2026-01-01T00:00:00.000Z" },
  });
  await service.close();
});

it("a server that is silent, or never done, keeps nobody waiting for ever", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const quick = { connectMs: 50, silenceMs: 50, mailMs: 10_000 };
  expect(await faultOf(client(`smtp://127.0.0.1:${port}`, quick).send(mail))).toEqual(["ETIMEDOUT", null]);
  const one = await server();
  let letGo = (): void => undefined;
  one.hold = new Promise((resolve) => (letGo = resolve));
  const patient = { connectMs: 5_000, silenceMs: 5_000, mailMs: 100 };
  expect(await faultOf(client(plain(one), patient).send(mail))).toEqual(["EABORT", null]);
  letGo();
  silent.close();
});

it("closing waits for the mail that is under way", async () => {
  const one = await server();
  let letGo = (): void => undefined;
  one.hold = new Promise((resolve) => (letGo = resolve));
  const smtp = client(plain(one));
  const sending = smtp.send(mail);
  await eventually(() => expect(one.steps.to).toBe(1));
  const closing = smtp.close();
  letGo();
  await closing;
  expect(one.taken).toHaveLength(1);
  expect(await sending).toBe("sent");
});
