/** What an import answers, and the parts of it that tests look at. */

export interface ImportReport {
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly { readonly line: number; readonly code: string; readonly message: string }[];
  readonly competitors: readonly {
    readonly line: number;
    readonly id: string | null;
    readonly placeId: string;
    readonly name: string;
  }[];
}

/** The rows that were not taken, and why. */
export const codes = ({ errors }: ImportReport) => errors.map(({ line, code }) => [line, code]);

/** The rows that were taken, with what they were found to be. */
export const found = ({ competitors }: ImportReport) =>
  competitors.map(({ line, placeId, name }) => [line, placeId, name]);
