/** The cookie that carries a browser's session. */
import { stringifySetCookie } from "cookie";

export const SESSION_COOKIE = "service_session";

/** `seconds` 0 takes the cookie away. */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  return stringifySetCookie(SESSION_COOKIE, token, {
    httpOnly: true,
    sameSite: "lax",
    secure,
    path: "/",
    maxAge: seconds,
  });
}
