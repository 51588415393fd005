/** POST /api/auth/sign-out: the session is closed, at once and everywhere. */
import { action, Answer, session } from "../../infra/http/endpoint";
import { sessionCookie } from "../../infra/http/session-cookie";

export const signOut = action({
  id: "sign-out",
  method: "POST",
  path: "/api/auth/sign-out",
  access: session(),
  on: "none",
  area: "identity",
  summary: "Sign out",
  description: "Closes the session that the request came with.",
  idempotent: false,
  endsSession: true,
  responds: { status: 204 },
  handle: async (_input, { principal, services }) => {
    await services.sessions.close(principal.id);
    return new Answer(204, undefined, { "set-cookie": sessionCookie("", 0, services.secureCookies) });
  },
});
