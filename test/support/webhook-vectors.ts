/** Deliveries with the headers that they must have: the server signs them and every client verifies them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DeliveryToSign, SignatureHeaders } from "../../infra/outbound/signature";

export interface WebhookVector extends DeliveryToSign {
  readonly name: string;
  readonly body: string;
  readonly headers: SignatureHeaders;
}

export const webhookVectors = JSON.parse(
  readFileSync(join(__dirname, "../../clients/webhook-vectors.json"), "utf8"),
) as readonly WebhookVector[];
