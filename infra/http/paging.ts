/** Pages that stay stable while rows are added: a limit, and an opaque signed cursor bound to what it is a page of. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../time/clock";
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
  /** How long ago the cursor was given; undefined for one that was altered, or that belongs elsewhere. */
  ageMs(cursor: string): number | undefined;
}

export interface Cursors {
  bind(...owner: readonly string[]): BoundCursors;
}

const payloadSchema = z.strictObject({ mark: z.unknown(), givenAt: z.number() });

/** `key` is secret and the same in all processes. */
export function createCursors(key: Uint8Array, clock: Clock): Cursors {
  return {
    bind(...owner) {
      const signature = (payload: string) =>
        createHmac("sha256", key)
          .update(JSON.stringify([...owner, payload]))
          .digest()
          .subarray(0, SIGNATURE_BYTES);
      const opened = (cursor: string): z.output<typeof payloadSchema> | undefined => {
        const [payload = "", signed = ""] = cursor.split(".");
        const given = Buffer.from(signed, "base64url");
        if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signature(payload))) return undefined;
        return payloadSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).data;
      };
      return {
        sign(mark) {
          const whole = JSON.stringify({ mark, givenAt: clock.now().getTime() });
          const payload = Buffer.from(whole).toString("base64url");
          return `${payload}.${signature(payload).toString("base64url")}`;
        },
        parse(schema, cursor) {
          if (cursor === undefined) return undefined;
          const whole = opened(cursor);
          const parsed = schema.safeParse(whole?.mark);
          if (whole === undefined || !parsed.success) throw foreignCursor();
          return parsed.data;
        },
        ageMs(cursor) {
          const whole = opened(cursor);
          return whole === undefined ? undefined : clock.now().getTime() - whole.givenAt;
        },
      };
    },
  };
}

const foreignCursor = () =>
  invalid([{ path: "cursor", message: "Not a cursor that this endpoint gave to this account." }]);
