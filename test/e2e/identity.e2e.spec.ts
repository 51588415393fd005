/** Accounts and sessions, as a browser meets them. */
import { describeService } from "./on-both-logs";
import { expectStatus, PASSWORD } from "../support/api";
import { ADMIN_TOKEN, SECOND_ADMIN_EMAIL } from "../support/service";

/** Passwords are kept here as in service. */
const REAL_HASHING = { realHashing: true };

describeService((running) => {
  test("whoever signs up is signed in, on the free plan, without a business", async () => {
    const browser = await running.api.signUp();
    const reply = await browser.get("/api/auth/session");
    expect([reply.status, reply.json]).toEqual([
      200,
      { account: { id: browser.accountId, email: browser.email, plan: "free", admin: false }, business: null },
    ]);
  });

  test("the session's cookie is out of scripts' reach and stays on this site", async () => {
    const body = { email: "cookie@example.com", password: PASSWORD, name: "Ada" };
    const reply = await running.api.anonymous.post("/api/auth/sign-up", body);
    expect(String(reply.headers["set-cookie"])).toMatch(/^service_session=[^;]{40,};.*HttpOnly;.*SameSite=Lax/);
  });

  test("an address signs up once, however it is written", async () => {
    const body = { email: "twice@example.com", password: PASSWORD, name: "Ada" };
    expect((await running.api.anonymous.post("/api/auth/sign-up", body)).status).toBe(201);
    const again = await running.api.anonymous.post("/api/auth/sign-up", { ...body, email: "Twice@Example.com" });
    expect([again.status, again.json?.["code"]]).toEqual([409, "email_already_registered"]);
  });

  test("whoever signs up while the tables stand still is signed in all the same, and is not told later that the address is taken", async () => {
    const { pool } = running.service.database;
    const holder = await pool.connect();
    try {
      // Whoever reads may; whoever keeps the table waits.
      await holder.query("BEGIN; LOCK TABLE read_model.accounts IN EXCLUSIVE MODE");
      const browser = await running.api.signUp();
      const unseen = await pool.query("SELECT FROM read_model.accounts WHERE account_id = $1", [browser.accountId]);
      expect(unseen.rowCount).toBe(0);
      const { accountId: id, email } = browser;
      const read = await running.api.anonymous.get("/api/auth/session", { cookie: browser.cookie() });
      expect(expectStatus(read, 200)).toEqual({
        account: { id, email, plan: "free", admin: false },
        business: null,
      });
      const credentials = { email, password: PASSWORD };
      expectStatus(await running.api.anonymous.post("/api/auth/sign-in", credentials), 200);
    } finally {
      holder.release(true);
    }
  });

  test("a wrong password and an unknown address are told alike", async () => {
    const { email } = await running.api.signUp();
    const attempts = [
      { email, password: "not the password" },
      { email: "nobody@example.com", password: PASSWORD },
    ];
    const replies = await Promise.all(attempts.map((body) => running.api.anonymous.post("/api/auth/sign-in", body)));
    expect(replies.map(({ status, json }) => [status, json?.["code"], json?.["error"]])).toEqual(
      attempts.map(() => [401, "invalid_credentials", "The e-mail address or the password is wrong."]),
    );
  });

  test("signing in closes the browser's session before it and opens another", async () => {
    const browser = await running.api.signUp();
    const before = browser.cookie();
    expect((await browser.post("/api/auth/sign-in", { email: browser.email, password: PASSWORD })).status).toBe(200);
    expect(browser.cookie()).not.toBe(before);
    expect((await running.api.anonymous.get("/api/auth/session", { cookie: before })).status).toBe(401);
    expect((await browser.get("/api/auth/session")).status).toBe(200);
  });

  test("a signed-out session is worth nothing to whoever kept its cookie", async () => {
    const browser = await running.api.signUp();
    const kept = browser.cookie();
    expect((await browser.post("/api/auth/sign-out")).status).toBe(204);
    expect((await running.api.anonymous.get("/api/auth/session", { cookie: kept })).status).toBe(401);
  });

  test("sessions end by themselves after two weeks", async () => {
    const browser = await running.api.signUp();
    running.service.clock.leap(14 * 86_400_000);
    expect((await browser.get("/api/auth/session")).status).toBe(401);
  });

  test("passwords cannot be guessed at: the eleventh attempt on one address has to wait, also with the right one", async () => {
    const { email } = await running.api.signUp();
    const { anonymous } = running.api;
    for (let attempt = 1; attempt <= 10; attempt++)
      await anonymous.post("/api/auth/sign-in", { email, password: `guess number ${attempt}` });
    const refused = await anonymous.post("/api/auth/sign-in", { email, password: PASSWORD });
    expect([refused.status, refused.json?.["code"]]).toEqual([429, "too_many_attempts"]);
    running.service.clock.leap(Number(refused.headers["retry-after"]) * 1_000);
    expect((await anonymous.post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
  });

  test("another site cannot write with a browser's session", async () => {
    const browser = await running.api.signUp();
    const origins = ["https://elsewhere.example", "null", "http://service.example.elsewhere.example"];
    for (const origin of origins) {
      const reply = await browser.post("/api/businesses", { name: "Stolen" }, { origin });
      expect([reply.status, reply.json?.["code"]]).toEqual([403, "origin_not_allowed"]);
    }
    const own = await browser.post("/api/businesses", { name: "Own" }, { origin: "http://service.example" });
    expect(own.status).toBe(201);
  });

  test("nobody becomes administrator by a listed address alone, nor by the token alone", async () => {
    const signUp = async (email: string, more: object) => {
      const body = { email, password: PASSWORD, name: "Eve", ...more };
      const { status, json } = await running.api.anonymous.post("/api/auth/sign-up", body);
      return [status, json?.["code"]];
    };
    const refused = [403, "administrator_token_required"];
    expect(await signUp(SECOND_ADMIN_EMAIL, {})).toEqual(refused);
    expect(await signUp(SECOND_ADMIN_EMAIL.toUpperCase(), {})).toEqual(refused);
    expect(await signUp(SECOND_ADMIN_EMAIL, { adminToken: "a guess that is long enough" })).toEqual(refused);
    expect(await signUp("eve@example.com", { adminToken: ADMIN_TOKEN })).toEqual(refused);
    const admin = await running.api.signUp(SECOND_ADMIN_EMAIL, { adminToken: ADMIN_TOKEN });
    expect((await admin.get("/api/auth/session")).json).toMatchObject({ account: { admin: true } });
  });

  test("only the addresses named in the settings are administrators, whatever their plan", async () => {
    const [admin, other] = [await running.api.admin(), await running.api.signUp()];
    const path = `/api/admin/accounts/${other.accountId}/plan`;
    expect((await other.patch(path, { plan: "agency" })).status).toBe(403);
    expect((await admin.patch(path, { plan: "agency" })).json).toEqual({ accountId: other.accountId, plan: "agency" });
    expect((await admin.patch("/api/admin/accounts/nobody/plan", { plan: "agency" })).status).toBe(404);
  });

  test("a password is kept as nothing but a salted hash, at a cost that makes guessing slow", async () => {
    await running.api.signUp();
    const { rows } = await running.service.database.pool.query<{ password_hash: string }>(
      "SELECT password_hash FROM operational.credentials",
    );
    expect(rows.length).toBeGreaterThan(0);
    const costs = rows.map(({ password_hash: hash }) => hash.split("$").slice(1, 4).join("$"));
    expect(new Set(costs)).toEqual(new Set(["argon2id$v=19$m=19456,t=2,p=1"]));
  });
}, REAL_HASHING);
