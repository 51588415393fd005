/** The headers that protect whoever shows an answer in a browser: helmet's, which are the same for every answer, made once. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

/** By lower-case name. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  let failed: unknown;
  helmet()(request, answer, (error) => (failed = error));
  if (failed !== undefined) throw new Error("The security headers could not be made.", { cause: failed });
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}
