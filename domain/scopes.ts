/** What an API key may be allowed to do. */
import { z } from "zod";

export const scopes = [
  "competitors:read",
  "reviews:read",
  "analytics:read",
  "content:read",
  "ai-visibility:read",
  "alerts:read",
  "usage:read",
  "export",
  "webhooks:manage",
  "content:write",
  "payments:write",
  "chat:write",
  "competitors:write",
  "business:write",
  "alerts:write",
  "contacts:write",
  "embeds:write",
  "notifications:write",
  "reports:write",
  "reviews:write",
  "social:write",
] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.output<typeof scopeSchema>;

/** What a key may do that was created without a list of scopes: read, and nothing else. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(":read"));
