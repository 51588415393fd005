/** A shared chart as its business sees it: what it shows, where it is, and how it is taken back. */
import { z } from "zod";
import { embedMetricSchema, type Embed } from "../../domain/embeds";
import type { Services } from "../../infra/http/services";

export const embedView = z.strictObject({
  id: z.string(),
  metric: embedMetricSchema,
  days: z.number().int(),
  own: z.boolean(),
  competitorIds: z.array(z.string()),
  title: z.string().nullable(),
  origins: z.array(z.string()).describe("Whose pages may frame it; no page where the list is empty."),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  url: z.string().describe("The chart in a page, for a frame. Whoever has it can see the chart."),
  svgUrl: z.string().describe("The chart as a picture."),
  revoke: z.string().describe("The request that takes it back."),
});

type Made = Omit<Embed, "businessId" | "accountId"> & {
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

export function viewOfEmbed(
  { embedId: id, ...embed }: Made,
  { embedTokens, publicUrl }: Pick<Services, "embedTokens" | "publicUrl">,
): z.input<typeof embedView> {
  const url = `${publicUrl}/embed/${embedTokens.sign(id)}`;
  const { metric, days, own, competitorIds, title, origins, expiresAt, createdAt, revokedAt } = embed;
  const shown = { metric, days, own, competitorIds: [...competitorIds], title, origins: [...origins], expiresAt };
  return { id, ...shown, revokedAt, createdAt, url, svgUrl: `${url}.svg`, revoke: `DELETE /api/v1/embeds/${id}` };
}
