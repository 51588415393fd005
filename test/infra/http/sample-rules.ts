/** What the sample endpoints may refer to. */
export const sampleRules = {
  refusalStatuses: { note_exists: 409, note_limit_reached: 429, note_not_found: 404 },
  planRank: { free: 0, growth: 1, agency: 2 },
  scopes: ["notes:read", "notes:write"],
  pastTables: ["notes"],
};
