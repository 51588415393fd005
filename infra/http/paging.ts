/** Pages that stay stable while rows are added: a limit, and an opaque signed cursor bound to what it is a page of. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../time/clock";
import { invalid, type Failure } from "./failure";
import { wholeNumber } from "./query-numbers";

const SIGNATURE_BYTES = 16;

/** The query members of a list: `z.strictObject({ ...pageQuery({ default: 20, max: 100 }), … })`. */
export const pageQuery = (page: { readonly default: number; readonly max: number }) => ({
  limit: wholeNumber(1, page.max).default(page.default).describe("Most items in one page."),
  cursor: z.string().min(1).max(2_000).optional().describe("`nextCursor` of the page before."),
});

/** Cursors of one endpoint and account. Where a page begins is JSON of the endpoint's own. */
export interface BoundCursors {
  sign(mark: unknown): string;
  /**
   * Undefined without a cursor. Throws a 400 Failure for one that was altered, that belongs elsewhere, or that is from before the
   * log moved: positions in it are of the log that was left, and would lead to some other page. `parameter` is what it came as.
   */
  parse<Schema extends z.ZodType>(
    schema: Schema,
    cursor: string | undefined,
    parameter?: string,
  ): z.output<Schema> | undefined;
  /** For marks that name more than a position. Undefined for one that was altered, or that belongs elsewhere. */
  parseLasting<Schema extends z.ZodType>(schema: Schema, cursor: string): LastingMark<z.output<Schema>> | undefined;
  /** When the look began that the cursor goes on with; undefined for one that was altered, or that belongs elsewhere. */
  beganAt(cursor: string): Date | undefined;
}

export interface LastingMark<Mark> {
  readonly mark: Mark;
  /** False where the log has moved since: positions in the mark say nothing then. */
  readonly isOfThisLog: boolean;
}

export interface Cursors {
  /** `began` is when the look began to which the cursors that are signed belong; this very moment unless told. */
  bind(owner: readonly string[], began?: Date): BoundCursors;
}

const payloadSchema = z.strictObject({ mark: z.unknown(), beganAt: z.number(), moves: z.number() });

/** `key` is secret and the same in all processes. `logMoves` is how often the log has moved from one engine to another. */
export function createCursors(key: Uint8Array, clock: Clock, logMoves: number): Cursors {
  return {
    bind(owner, began) {
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
          const whole = JSON.stringify({ mark, beganAt: (began ?? clock.now()).getTime(), moves: logMoves });
          const payload = Buffer.from(whole).toString("base64url");
          return `${payload}.${signature(payload).toString("base64url")}`;
        },
        parse(schema, cursor, parameter = "cursor") {
          if (cursor === undefined) return undefined;
          const whole = opened(cursor);
          const parsed = schema.safeParse(whole?.mark);
          if (whole?.moves !== logMoves || !parsed.success) throw foreignCursor(parameter);
          return parsed.data;
        },
        parseLasting(schema, cursor) {
          const whole = opened(cursor);
          const parsed = schema.safeParse(whole?.mark);
          if (whole === undefined || !parsed.success) return undefined;
          return { mark: parsed.data, isOfThisLog: whole.moves === logMoves };
        },
        beganAt(cursor) {
          const whole = opened(cursor);
          return whole === undefined ? undefined : new Date(whole.beganAt);
        },
      };
    },
  };
}

/** A 400 Failure. */
export const foreignCursor = (parameter: string): Failure =>
  invalid([{ path: `query.${parameter}`, message: "Not a cursor that this endpoint gave to this account." }]);
