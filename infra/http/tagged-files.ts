/** What express serves as it is, with a strong tag of its bytes, so that whoever has them is answered 304. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { RequestHandler, Response } from "express";
import { contentTag } from "./entity-tags";

/** How long a browser may keep it without asking again. */
interface Kept {
  readonly cacheControl?: "no-cache" | "public, max-age=86400";
}

/** `type` is a file's extension, or a media type. */
export function taggedText(text: string, type: string, { cacheControl }: Kept = {}): RequestHandler {
  const tag = contentTag(text);
  return (_request, response) => {
    tell(response, tag, cacheControl);
    response.type(type).send(text);
  };
}

/**
 * A file at its absolute path. Fails with what the disk says where it cannot be read, with 412 or 416 where the request's
 * condition or range is not met.
 */
export function taggedFile(file: string, { cacheControl }: Kept = {}): RequestHandler {
  let known: { readonly ctimeMs: number; readonly size: number; readonly tag: string } | undefined;
  return async (_request, response) => {
    const { ctimeMs, size } = await stat(file);
    // It is sent from the disk, and a tag that outlived its bytes would keep the old ones in a browser. By the time that no
    // tool sets at will.
    if (known?.ctimeMs !== ctimeMs || known.size !== size)
      known = { ctimeMs, size, tag: contentTag(await readFile(file)) };
    tell(response, known.tag, cacheControl);
    response.sendFile(basename(file), { root: dirname(file), cacheControl: false });
  };
}

function tell(response: Response, tag: string, cacheControl: string | undefined): void {
  response.setHeader("etag", tag);
  if (cacheControl !== undefined) response.setHeader("cache-control", cacheControl);
}
