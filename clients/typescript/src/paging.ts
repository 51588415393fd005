/** Follows cursors to their end. */

/** What every page has, whatever it lists. */
export interface AnyPage {
  readonly nextCursor: string | null;
  /** Where the cursor never ends, because more will come, this says whether there is more by now. */
  readonly hasMore?: boolean;
}

/** `ask` gets the cursor of the page before, undefined at the beginning. */
export async function* pagesBy<Page extends AnyPage>(
  ask: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await ask(cursor);
    yield page;
    if (page.nextCursor === null || page.hasMore === false) return;
    if (page.nextCursor === cursor) throw new Error("The service gave the same cursor twice.");
    cursor = page.nextCursor;
  }
}

/** The one array of a page. */
export function itemsOf(page: AnyPage): readonly unknown[] {
  const [items = [], ...others] = Object.values(page).filter((value): value is unknown[] => Array.isArray(value));
  if (others.length > 0) throw new Error("The page has more than one list.");
  return items;
}
