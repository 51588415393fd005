/** The cookie that carries a browser's session. */
import { parseCookie, stringifySetCookie } from "cookie";

export const SESSION_COOKIE = "service_session";

export function readSessionCookie(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  return parseCookie(headers["cookie"] ?? "")[SESSION_COOKIE];
}

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
