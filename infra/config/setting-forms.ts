/** Forms that settings of several kinds have. */
import { z } from "zod";
import { readUrl } from "../outbound/read-url";
import { list, settingNotes, type SettingNotes } from "./setting-notes";

/** From `least` to `most`, and `unlessSet` where nothing is said. */
export function wholeNumber(least: number, most: number, unlessSet: number, notes: Omit<SettingNotes, "mustBe">) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(unlessSet)
    .register(settingNotes, { ...notes, mustBe: `a whole number from ${least} to ${most}` });
}

const isOfServer = (text: string): boolean => /^https?:$/.test(readUrl(text)?.protocol ?? "") && !/[?#@]/.test(text);
const withoutSlash = (text: string): string => text.replace(/\/+$/, "");

/** Whether what is sent there is read by nobody on the way: it goes over TLS, or to this machine itself. */
export function isUnheard(text: string): boolean {
  const url = readUrl(text);
  const isHere = url?.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return isHere || url?.protocol === "https:";
}

/** Where requests with a secret go. Without a slash at the end. */
export const serverUrl = z
  .string()
  .refine((text) => isOfServer(text) && isUnheard(text))
  .transform(withoutSlash);
export const SERVER_URL = "an https URL, or an http URL of this machine";

/** A server of which other settings say whether it may be asked by plain http. Without a slash at the end. */
export const anyServerUrl = z.string().refine(isOfServer).transform(withoutSlash);

/** Of servers, as URLs without a path name them: an IPv6 address in brackets. */
export const hostsAndPorts = list(z.string().regex(/^(\[[0-9a-f:.]+\]|[^\s:,/@?#]+):\d{1,5}$/i));
