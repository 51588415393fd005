/** A mail as it is handed to a server: nothing that a caller wrote can become a header, a recipient or a file. */
import type { Mail } from "./mailer";

const ADDRESS_CHARS_MAX = 320;

/** One mailbox, and nothing that a parser could take for two, for a comment, or for the end of a line. */
export function isAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARS_MAX && /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(text);
}

/** The Message-ID is the same at every attempt, so that a mail that arrives twice is known to be one. */
export function messageOf({ id, to, subject, text, unsubscribeUrl }: Mail, from: string) {
  return {
    from: { name: "", address: from },
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    messageId: `<${atom(id)}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    subject: inOneLine(subject),
    text,
    // Vacation answers and the like are not wanted (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribing(unsubscribeUrl) },
  };
}

/** One click (RFC 8058) is for https alone; without it the address is a page (RFC 2369). */
const unsubscribing = (url: string | undefined) => ({
  ...(url === undefined ? {} : { "List-Unsubscribe": { prepared: true, value: `<${url}>` } }),
  ...(url?.startsWith("https:") === true ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
});

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** What may stand before the @ of a Message-ID (RFC 5322, dot-atom-text), another one for another id. */
const atom = (id: string): string =>
  encodeURIComponent(id).replace(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
