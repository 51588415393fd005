/** POST /api/auth/sign-up: an account, and a session for it. */
import { z } from "zod";
import { accounts, register } from "../domain/accounts";
import { isRefusal } from "../domain/fold/refusal";
import { refuse } from "../domain/refusals";
import { countAttempt } from "../infra/http/attempt-limits";
import { action, Answer, open } from "../infra/http/endpoint";
import { sessionCookie } from "../infra/http/session-cookie";
import { untilVisible } from "../infra/http/visible";
import { emailSchema, newPasswordSchema, SESSION_SECONDS, SIGN_UPS_PER_ADDRESS } from "./credentials";

export const signUp = action({
  id: "sign-up",
  method: "POST",
  path: "/api/auth/sign-up",
  access: open("dashboard"),
  on: "none",
  area: "identity",
  summary: "Create an account and sign in",
  body: z.strictObject({ email: emailSchema, password: newPasswordSchema, name: z.string().trim().min(1).max(200) }),
  responds: { status: 201, body: z.strictObject({ accountId: z.string(), sessionExpiresAt: z.iso.datetime() }) },
  refusals: ["email_already_registered"],
  example: { email: "ada@example.com", password: "correct horse battery", name: "Ada" },
  handle: async ({ body: { email, password, name } }, context) => {
    const { credentials, sessions, ids, limiter, runner, secureCookies } = context.services;
    await countAttempt(limiter, ["sign-up", context.clientIp], SIGN_UPS_PER_ADDRESS);
    const kept = await credentials.register(email, password, ids.next());
    // A credential without its account is what a crash left of a sign-up: its owner may finish it.
    const accountId = kept ?? (await credentials.verify(email, password));
    const taken = refuse("email_already_registered", "There is an account with this e-mail address.");
    if (accountId === null) return taken;
    if (kept === null && (await runner.load(accounts, accountId)).state.status === "registered") return taken;
    const registered = await context.execute(accounts, accountId, register({ accountId, email, name }));
    if (isRefusal(registered)) return registered;
    await untilVisible(context, ["accounts"], registered.position);
    const { token, expiresAt } = await sessions.open(accountId);
    const cookie = sessionCookie(token, SESSION_SECONDS, secureCookies);
    return new Answer(201, { accountId, sessionExpiresAt: expiresAt }, { "set-cookie": cookie });
  },
});
