/** POST /api/auth/sign-up: an account, and a session for it. */
import { z } from "zod";
import { accounts, register } from "../../domain/accounts";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { countAttempt } from "../../infra/http/attempt-limits";
import { action, Answer, open } from "../../infra/http/endpoint";
import { sessionCookie } from "../../infra/http/session-cookie";
import { untilInForce } from "../../infra/http/visible";
import { adminTokenSchema, confirm, refuseWrongToken } from "./administrator";
import {
  emailSchema,
  newPasswordSchema,
  SESSION_SECONDS,
  SIGN_INS_PER_EMAIL,
  SIGN_UPS_PER_ADDRESS,
} from "./credentials";
import { shownLine } from "../shown-text";

export const signUp = action({
  id: "sign-up",
  method: "POST",
  path: "/api/auth/sign-up",
  access: open("dashboard"),
  on: "none",
  area: "identity",
  summary: "Create an account and sign in",
  description: "Opens a session as well and sets its cookie. Where the answer gets lost, sign in.",
  body: z.strictObject({
    email: emailSchema,
    password: newPasswordSchema,
    name: shownLine(200),
    adminToken: adminTokenSchema,
  }),
  responds: { status: 201, body: z.strictObject({ accountId: z.string(), sessionExpiresAt: z.iso.datetime() }) },
  refusals: ["account_not_found", "administrator_token_required", "email_already_registered"],
  example: { email: "ada@example.com", password: "correct horse battery", name: "Ada" },
  handle: async ({ body: { email, password, name, adminToken } }, context) => {
    const { credentials, sessions, ids, limiter, runner, secureCookies } = context.services;
    await countAttempt(limiter, ["sign-up", context.clientIp], SIGN_UPS_PER_ADDRESS);
    await countAttempt(limiter, ["sign-in", email.toLowerCase()], SIGN_INS_PER_EMAIL);
    const wrongToken = await refuseWrongToken(context, email, adminToken);
    if (wrongToken !== undefined) return wrongToken;
    if (adminToken === undefined && context.services.administration.isListed(email))
      return refuse("administrator_token_required", "An administrator's address signs up with the operator's token.");
    const kept = await credentials.register(email, password, ids.next());
    // A credential without its account is what a crash left of a sign-up: its owner may finish it.
    const accountId = kept ?? (await credentials.verify(email, password));
    const taken = refuse("email_already_registered", "There is an account with this e-mail address.");
    if (accountId === null) return taken;
    if (kept === null && (await runner.load(accounts, accountId)).state.status === "registered") return taken;
    const registered = await context.execute(accounts, accountId, register({ accountId, email, name }));
    if (isRefusal(registered)) return registered;
    const confirmed = adminToken === undefined ? registered.position : await confirm(context, accountId);
    if (isRefusal(confirmed)) return confirmed;
    // Whoever is told to come again would be told that the address is taken: the session opens, whatever the tables show.
    await untilInForce(context, accountId, ["accounts"], confirmed);
    const { token, expiresAt } = await sessions.open(accountId);
    const cookie = sessionCookie(token, SESSION_SECONDS, secureCookies);
    return new Answer(201, { accountId, sessionExpiresAt: expiresAt }, { "set-cookie": cookie });
  },
});
