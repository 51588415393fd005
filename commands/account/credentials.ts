/** What addresses and passwords must look like, and how often they may be tried. */
import { z } from "zod";

export const emailSchema = z.email().max(254);

/** Length is what makes a password hard to guess (NIST SP 800-63B); 200 bounds the work of hashing one. */
export const newPasswordSchema = z.string().min(10).max(200);

/** How long the browser keeps the session's cookie; the server decides by its own record. */
export const SESSION_SECONDS = 14 * 24 * 3_600;

export const SIGN_UPS_PER_ADDRESS = { limit: 100, windowSeconds: 3_600 };
export const TOKENS_PER_ADDRESS = { limit: 10, windowSeconds: 900 };
/** Guessing at one account from one client address is slow; from everywhere at once it is bounded, yet locks nobody out at once. */
export const SIGN_INS_PER_EMAIL_AND_ADDRESS = { limit: 10, windowSeconds: 900 };
export const SIGN_INS_PER_EMAIL = { limit: 200, windowSeconds: 900 };
export const SIGN_INS_PER_ADDRESS = { limit: 100, windowSeconds: 900 };
