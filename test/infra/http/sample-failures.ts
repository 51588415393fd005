/** An endpoint that fails in every way that the kernel knows, as it is asked to. */
import { z } from "zod";
import { ContentionError } from "../../../infra/command-runner/command-runner";
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { action, apiKey } from "../../../infra/http/endpoint";
import { PlacesProviderError } from "../../../infra/places-provider/places-provider";

export const failOnPurpose = action({
  id: "fail-on-purpose",
  method: "POST",
  path: "/api/v1/failures",
  access: apiKey("notes:write"),
  on: "account",
  area: "failure",
  summary: "Fails in the way that is asked for.",
  body: z.strictObject({
    how: z.enum(["contention", "log", "database", "provider", "defect", "refusal", "named", "answer"]),
  }),
  responds: { status: 200, body: z.object({ fine: z.boolean() }) },
  refusals: ["note_in_review"],
  fails: { location_lookup_failed: 502 },
  example: { how: "contention" },
  async handle({ body: { how } }) {
    if (how === "contention") throw new ContentionError("notes-1");
    if (how === "log") throw new LogUnavailable("connect ECONNREFUSED 10.0.0.1");
    if (how === "database") throw new Error("timeout exceeded when trying to connect");
    if (how === "provider") throw new PlacesProviderError("quota", "The provider answered with status 429.", 6.2);
    if (how === "defect") throw new Error("SELECT secret FROM accounts");
    if (how === "refusal") return { refused: "note_exists", message: "This endpoint declares no refusal." };
    const details = { reviewStatus: "pending", internal: "never seen" };
    if (how === "named") return { refused: "note_in_review", message: "It is not reviewed yet.", details };
    return { fine: "SELECT" } as unknown as { fine: boolean };
  },
});
