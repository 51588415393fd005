/** An endpoint that a provider calls: it writes notes of businesses that the address names. */
import { z } from "zod";
import { isRefusal } from "../../../domain/fold/refusal";
import { action, provider } from "../../../infra/http/endpoint";
import { UnreadableCallback } from "../../../infra/http/signed-request";
import { add, notes } from "./sample-notes";

const form = z.object({ title: z.string().max(80) });

/** Tells back what came; a note that it knows already changes nothing. */
export const hearProvider = action({
  id: "hear-provider",
  method: "POST",
  path: "/api/provider/notes",
  access: provider(),
  on: "none",
  area: "note",
  summary: "Takes a note from a provider.",
  forms: { "application/x-www-form-urlencoded": form, "application/json": form },
  example: {
    "application/x-www-form-urlencoded": { title: "Ask for reviews" },
    "application/json": { title: "Ask for reviews" },
  },
  query: z.strictObject({ business: z.string().max(200), bodySHA256: z.string().max(64).optional() }),
  bodyBytesMax: 4096,
  responds: { status: 201, body: z.object({ url: z.string(), title: z.string(), by: z.string(), isNew: z.boolean() }) },
  refusals: ["note_limit_reached"],
  async handle({ query: { business }, signed }, { services, principal, execute }) {
    const title = new URLSearchParams(signed.body).get("title");
    if (title === null) throw new UnreadableCallback("There is no title.");
    const executed = await execute(notes, business, add(services.ids.next(), title));
    const isNew = !isRefusal(executed);
    if (!isNew && executed.refused !== "note_exists") return executed;
    return { url: signed.url, title, by: principal.id, isNew };
  },
});
