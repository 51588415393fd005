/** Reads back what stands on the topic of collection requests; whatever is no request is told apart, never thrown. */
import { z } from "zod";
import { faultInJson } from "../http/json-text";
import type { WantedCollection } from "./collection-queue";

const BYTES_MAX = 16 * 1024;
const name = z.string().min(1).max(60);
const instant = z.iso.datetime({ offset: true });

/** Members that a later version may add are no fault. */
const requestSchema = z.object({
  id: z.string().min(1).max(100),
  placeId: z.string().min(1).max(300),
  sections: z.array(name).min(1).max(50),
  requestedAt: instant,
  expiresAt: instant,
});

/** Why it is none says nothing of what it holds. */
export function readCollectionRequest(value: Buffer | null): WantedCollection | { readonly fault: string } {
  if (value === null) return { fault: "It has no value." };
  if (value.length > BYTES_MAX) return { fault: `It has ${value.length} bytes; a request has at most ${BYTES_MAX}.` };
  const json = parsed(value.toString());
  if (json === undefined) return { fault: "It is not JSON, or not such as can be stored." };
  const read = requestSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { fault: `It is not of the form of a request: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}.` };
  }
  const { id: requestId, ...wanted } = read.data;
  return { requestId, ...wanted };
}

function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return faultInJson(text) === undefined ? json : undefined;
  } catch {
    return undefined;
  }
}
