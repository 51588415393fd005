/** Pages that stay stable while rows are added: a limit, and an opaque signed cursor bound to one endpoint and account. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { invalid } from "./failure";

const SIGNATURE_BYTES = 16;

/** The query members of a list: `z.strictObject({ ...pageQuery({ default: 20, max: 100 }), … })`. */
export const pageQuery = (page: { readonly default: number; readonly max: number }) => ({
  limit: z.coerce.number().int().min(1).max(page.max).default(page.default).describe("Most items in one page."),
  cursor: z.string().min(1).max(2_000).optional().describe("`nextCursor` of the page before."),
});

/** Cursors of one endpoint and account. Where a page begins is JSON of the endpoint's own. */
export interface BoundCursors {
  sign(mark: unknown): string;
  /** Undefined without a cursor. Throws a 400 Failure for one that was altered, or that belongs elsewhere. */
  parse<Schema extends z.ZodType>(schema: Schema, cursor: string | undefined): z.output<Schema> | undefined;
}

export interface Cursors {
  bind(...owner: readonly string[]): BoundCursors;
}

/** `key` is secret and the same in all processes. */
export function createCursors(key: Uint8Array): Cursors {
  return {
    bind(...owner) {
      const signature = (payload: string) =>
        createHmac("sha256", key)
          .update(JSON.stringify([...owner, payload]))
          .digest()
          .subarray(0, SIGNATURE_BYTES);
      return {
        sign(mark) {
          const payload = Buffer.from(JSON.stringify(mark)).toString("base64url");
          return `${payload}.${signature(payload).toString("base64url")}`;
        },
        parse(schema, cursor) {
          if (cursor === undefined) return undefined;
          const [payload = "", signed = ""] = cursor.split(".");
          const given = Buffer.from(signed, "base64url");
          if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signature(payload))) throw foreignCursor();
          const parsed = schema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
          if (!parsed.success) throw foreignCursor();
          return parsed.data;
        },
      };
    },
  };
}

const foreignCursor = () =>
  invalid([{ path: "cursor", message: "Not a cursor that this endpoint gave to this account." }]);
