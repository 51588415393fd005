/** What addresses and passwords must look like, and how often they may be tried. */
import { z } from "zod";

export const emailSchema = z.email().max(254);

/** Length is what makes a password hard to guess (NIST SP 800-63B); 200 bounds the work of hashing one. */
export const newPasswordSchema = z.string().min(10).max(200);

/** How long the browser keeps the session's cookie; the server decides by its own record. */
export const SESSION_SECONDS = 14 * 24 * 3_600;

export const SIGN_UPS_PER_ADDRESS = { limit: 100, windowSeconds: 3_600 };
/** Per e-mail address, wherever it is tried from; and per client address, whatever it tries. */
export const SIGN_INS_PER_EMAIL = { limit: 10, windowSeconds: 900 };
export const SIGN_INS_PER_ADDRESS = { limit: 100, windowSeconds: 900 };
