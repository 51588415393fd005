/** Reading one's own writes: writes tell a position, reads wait until their tables have reached it. */
import { stringifySetCookie } from "cookie";
import type { ReadPositions } from "../projector/projector";
import type { Principal } from "./endpoint";
import { Failure, invalid } from "./failure";
import { cookie, type HttpRequest } from "./message";

export const POSITION_HEADER = "x-service-position";
const POSITION_COOKIE = "service_position";
const COOKIE_SECONDS = 60;
const WAIT_MS = 2_000;

/**
 * Waits until these tables have reached the caller's position, 2 seconds at most: the later one where there are two. Who named
 * a position asked for no less and gets 503; a browser, which named it unknowingly by cookie, gets what there is. Answers whether
 * there was anything to wait for.
 */
export async function awaitPosition(
  positions: ReadPositions,
  tables: readonly string[],
  principal: Principal,
  request: HttpRequest,
): Promise<boolean> {
  const header = request.headers["x-service-min-position"];
  const asked = header === undefined ? undefined : positionIn(header);
  if (header !== undefined && asked === undefined) {
    throw invalid([{ path: "X-Service-Min-Position", message: "Expected a position, as X-Service-Position gave it." }]);
  }
  const remembered = principal.kind === "session" ? positionIn(cookie(request, POSITION_COOKIE) ?? "") : undefined;
  if (tables.length === 0 || (asked === undefined && remembered === undefined)) return false;
  const reached = await positions.reached(tables, Math.max(asked ?? 0, remembered ?? 0), WAIT_MS);
  if (reached || asked === undefined) return true;
  // What the caller wrote may come later, but not what was asked for.
  if (remembered !== undefined && remembered > asked && (await positions.reached(tables, asked, 0))) return true;
  const sentence = "What was written up to that position cannot be read yet; repeat the request.";
  throw new Failure(503, "read_position_not_reached", sentence, {}, { "retry-after": "1" });
}

function positionIn(text: string): number | undefined {
  const position = /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(position) ? position : undefined;
}

/** The cookie that makes a browser's next reads wait for this write. */
export const positionCookie = (position: string, publicUrl: string): string =>
  stringifySetCookie(POSITION_COOKIE, position, {
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    path: "/",
    maxAge: COOKIE_SECONDS,
  });
