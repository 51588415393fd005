/** No secret reaches a log, wherever in a line it stands. */
import { Writable } from "node:stream";
import { createLogger, type Logger, withoutUrlPasswords } from "../../../infra/logging/logger";

function logged(write: (logger: Logger) => void): string {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  write(createLogger({ level: "info", stream }));
  return lines.join("");
}

test("a line is one JSON object with an ISO time, a level by name and its fields", () => {
  const line = JSON.parse(logged((logger) => logger.info({ requestId: "r-1" }, "served"))) as Record<string, unknown>;
  expect(line).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    requestId: "r-1",
    msg: "served",
  });
});

test.each([
  { headers: { authorization: "Bearer hunter2" } },
  { request: { headers: { cookie: "session=hunter2" } } },
  { headers: { "set-cookie": "session=hunter2" } },
  { headers: { "x-service-key": "hunter2" } },
  { body: { password: "hunter2" } },
  { password: "hunter2" },
  { endpoint: { signingSecret: "hunter2" } },
  { config: { MASTER_KEY: "hunter2" } },
  { config: { masterKey: "hunter2" } },
  { config: { twilioAuthToken: "hunter2" } },
  { config: { TWILIO_AUTH_TOKEN: "hunter2" } },
  { options: { authToken: "hunter2" } },
  { config: { smtpUrl: "smtps://hunter2" } },
  { config: { SMTP_URL: "smtps://hunter2" } },
  { headers: { "x-twilio-signature": "hunter2" } },
  { config: { databaseUrl: "postgres://service:hunter2@db/service" } },
  { error: "connect postgres://service:hunter2@db/service failed" },
])("a secret in %j is taken out", (fields) => {
  const line = logged((logger) => logger.info(fields, "about to start"));
  expect(line).toContain("about to start");
  expect(line).toContain("[redacted]");
  expect(line).not.toContain("hunter2");
});

test("a password inside a message or an error's stack is taken out", () => {
  const error = new Error("cannot reach postgres://service:hunter2@db/service");
  expect(logged((logger) => logger.error(error, "esdb://admin:hunter2@log:2113 is down"))).not.toContain("hunter2");
});

test("lines below the level are not written", () => {
  expect(logged((logger) => logger.debug("chatter"))).toBe("");
});

test("a long text without a password is looked through in no time", () => {
  const startedAt = performance.now();
  for (const text of ["a".repeat(200_000), "a+".repeat(100_000), "a://b:".repeat(30_000)])
    expect(withoutUrlPasswords(text)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
