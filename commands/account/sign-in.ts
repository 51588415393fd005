/** POST /api/auth/sign-in: a new session; the one that the browser had before is closed. */
import { z } from "zod";
import { accounts } from "../../domain/accounts";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { countAttempt } from "../../infra/http/attempt-limits";
import { action, Answer, open } from "../../infra/http/endpoint";
import { readSessionCookie, sessionCookie } from "../../infra/http/session-cookie";
import { untilVisible } from "../../infra/http/visible";
import { adminTokenSchema, confirm, refuseWrongToken } from "./administrator";
import {
  emailSchema,
  SESSION_SECONDS,
  SIGN_INS_PER_ADDRESS,
  SIGN_INS_PER_EMAIL,
  SIGN_INS_PER_EMAIL_AND_ADDRESS,
} from "./credentials";

export const signIn = action({
  id: "sign-in",
  method: "POST",
  path: "/api/auth/sign-in",
  access: open("dashboard"),
  on: "none",
  area: "identity",
  summary: "Sign in",
  description:
    "Opens a session and sets its cookie; a session that the browser had is closed. Attempts are limited by address and by account.",
  body: z.strictObject({ email: emailSchema, password: z.string().min(1).max(200), adminToken: adminTokenSchema }),
  responds: { status: 200, body: z.strictObject({ accountId: z.string(), sessionExpiresAt: z.iso.datetime() }) },
  refusals: ["account_not_found", "administrator_token_required", "invalid_credentials"],
  example: { email: "ada@example.com", password: "correct horse battery" },
  handle: async ({ body: { email, password, adminToken }, headers }, context) => {
    const { credentials, sessions, limiter, runner, secureCookies } = context.services;
    await countAttempt(limiter, ["sign-in", context.clientIp], SIGN_INS_PER_ADDRESS);
    await countAttempt(limiter, ["sign-in", context.clientIp, email.toLowerCase()], SIGN_INS_PER_EMAIL_AND_ADDRESS);
    await countAttempt(limiter, ["sign-in", email.toLowerCase()], SIGN_INS_PER_EMAIL);
    const wrongToken = await refuseWrongToken(context, email, adminToken);
    if (wrongToken !== undefined) return wrongToken;
    const accountId = await credentials.verify(email, password);
    const wrong = refuse("invalid_credentials", "The e-mail address or the password is wrong.");
    if (accountId === null) return wrong;
    // The sign-up did not come to its end; signing up again with the same password finishes it.
    if ((await runner.load(accounts, accountId)).state.status === "unregistered") return wrong;
    if (adminToken !== undefined) {
      const confirmed = await confirm(context, accountId);
      if (isRefusal(confirmed)) return confirmed;
      await untilVisible(context, ["accounts"], confirmed);
    }
    const before = await sessions.find(readSessionCookie(headers) ?? "");
    if (before !== null) await sessions.close(before.sessionId);
    const { token, expiresAt } = await sessions.open(accountId);
    const cookie = sessionCookie(token, SESSION_SECONDS, secureCookies);
    return new Answer(200, { accountId, sessionExpiresAt: expiresAt }, { "set-cookie": cookie });
  },
});
