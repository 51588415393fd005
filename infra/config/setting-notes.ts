/** What settings are described by, and what those of several rooms are made of. */
import { z } from "zod";

/** What people are told about a setting. */
export interface SettingNotes {
  readonly description: string;
  /** Ends the sentence "NAME must be …". */
  readonly mustBe: string;
  readonly unit?: string;
  /** Shown in the example file where there is no default to show. */
  readonly example?: string;
  /** Never repeated in a message. */
  readonly secret?: true;
}

/** The notes of each setting's schema. */
export const settingNotes = z.registry<SettingNotes>();

/** A check that tells what is wrong, as an issue's `params.fault`: a sentence without anything secret in it. */
export function sound(faultIn: (text: string) => string | undefined) {
  return (payload: z.core.ParsePayload<string>): void => {
    const fault = faultIn(payload.value);
    if (fault !== undefined) payload.issues.push({ code: "custom", input: undefined, params: { fault } });
  };
}

/** Entries with commas between them. */
export function list(entry: z.ZodType<string, string>) {
  return z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(entry));
}
