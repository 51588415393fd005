/** What a call takes and gives, by its path, as the generated types have it. */
import type { Client as FetchClient, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from "openapi-fetch";
import type { components, paths } from "./api";

export type Method = "get" | "post" | "patch" | "delete";
type DryRun = components["schemas"]["DryRun"];
type Media = `${string}/${string}`;

export type PathOf<Way extends Method> = ClientPathsWithMethod<FetchClient<paths>, Way>;

type Told<Response> = Response extends { error?: never; data: infer Data } ? Data : never;
type Operation<Path extends keyof paths, Way extends Method> = paths[Path][Way] & Record<string, unknown>;

/** The body of a success; with `validateOnly` that of a dry run, otherwise never. */
export type Answer<Path extends keyof paths, Way extends Method, Init = unknown> = Init extends {
  params: { query: { validateOnly: "true" } };
}
  ? DryRun
  : Exclude<Told<FetchResponse<Operation<Path, Way>, Init, Media>>, DryRun>;

/** Resolves with the body of a success; rejects with an `ApiError` otherwise. */
export type Call<Way extends Method> = <
  Path extends PathOf<Way>,
  const Init extends MaybeOptionalInit<paths[Path], Way>,
>(
  path: Path,
  ...init: undefined extends Init ? [init?: Init] : [init: Init]
) => Promise<Answer<Path, Way, Init>>;

/** Lists that are given page by page. */
export type PagedPath = {
  [Path in PathOf<"get">]: "nextCursor" extends keyof Answer<Path, "get"> ? Path : never;
}[PathOf<"get">];

export type PagedInit<Path extends PagedPath> = MaybeOptionalInit<paths[Path], "get">;

export type Page<Path extends PagedPath> = Answer<Path, "get">;

/** What a page lists: it has one array. */
export type Item<Path extends PagedPath> = {
  [Name in keyof Page<Path>]: Page<Path>[Name] extends readonly (infer One)[] ? One : never;
}[keyof Page<Path>];
