/** Why a line was not taken in: the fields at fault, in a form that its collector can act on. */
import { z } from "zod";

export const rejectedObservation = z.strictObject({
  line: z.number().int().describe("Counted from 1."),
  id: z.string().nullable().describe("The observation's id, where it could be read."),
  why: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});
export type RejectedObservation = z.output<typeof rejectedObservation>;
