/** What the sample endpoints may refer to. */
import { z } from "zod";

export const sampleRules = {
  refusalStatuses: { note_exists: 409, note_limit_reached: 429, note_in_review: 409, note_not_found: 404 },
  namedRefusals: { note_in_review: z.object({ reviewStatus: z.enum(["pending"]) }) },
  planRank: { free: 0, growth: 1, agency: 2 },
  scopes: ["notes:read", "notes:write"],
  quotas: ["notesPerBusiness", "notesPerDay"],
  pastTables: ["notes"],
};
