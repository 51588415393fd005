/** Receipts: what an answer says of itself, so that whoever keeps it can show later that it is what was answered. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../domain/fold/event-digest";
import { Answer, type Context } from "../infra/http/endpoint";
import { weakTag } from "../infra/http/entity-tags";

export const receiptView = z
  .object({
    request_id: z.string().describe("As in `X-Request-Id`."),
    timestamp: z.iso.datetime().describe("When it was answered, whatever moment was asked about."),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256, in hex, over the canonical JSON (RFC 8785) of this answer without `_receipt`, in UTF-8."),
  })
  .meta({ id: "Receipt", description: "Differs with every request; `sha256` is the same for as long as the rest is." });

/**
 * An answer with a receipt: `view` is what the endpoint declares, `answer` what its handler gives. The tag of the answer is made
 * of the digest, so that what has not changed is 304 although its receipt would be another.
 */
export function receipted<Body extends z.ZodObject>(body: Body) {
  return {
    view: body.extend({ _receipt: receiptView }),
    answer(told: z.input<Body>, { requestId, services }: Pick<Context, "requestId" | "services">): Answer {
      // As it leaves: without what is not declared, and what is not there in JSON. No table holds halves of surrogate pairs,
      // the one text that RFC 8785 knows no form for.
      const left = JSON.parse(JSON.stringify(body.parse(told))) as object;
      const sha256 = createHash("sha256").update(canonicalJson(left)).digest("hex");
      const _receipt = { request_id: requestId, timestamp: services.clock.now().toISOString(), sha256 };
      return new Answer(200, { ...left, _receipt }, { etag: weakTag(sha256) });
    },
  };
}
