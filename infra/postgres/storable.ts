/** Which text the database takes at all. */

/** Whether Postgres could not store this text: it refuses NUL and halves of surrogate pairs. */
export const isUnstorable = (text: string): boolean => text.includes("\0") || /\p{Surrogate}/u.test(text);
