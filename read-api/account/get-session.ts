/** GET /api/auth/session: who is signed in, on which plan, acting on which business. */
import { planSchema } from "../../domain/plans";
import { query, session } from "../../infra/http/endpoint";
import { sessionView } from "./session-view";

export const getSession = query({
  id: "get-session",
  method: "GET",
  path: "/api/auth/session",
  access: session(),
  on: "account",
  area: "identity",
  summary: "The signed-in account",
  description: "Whose session it is, on which plan, and the active business.",
  reads: ["accounts", "businesses"],
  responds: { status: 200, body: sessionView },
  handle: (_input, { account: { id, email, plan, admin, activeBusiness } }) =>
    Promise.resolve({
      account: { id, email, plan: planSchema.parse(plan), admin },
      business: activeBusiness === null ? null : { id: activeBusiness.id, name: activeBusiness.name },
    }),
});
