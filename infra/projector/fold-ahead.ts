/** Applies pages one after another, each being folded while the one before it is written: the two take different cores. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogPage } from "../event-log/event-log";
import { applyPage, isFaultOfTheData } from "./apply-page";
import { foldStretch, writeFolded, type Applying, type Folded } from "./commit-stretch";
import type { Runner } from "./runner";

/** `folded` is missing where the page has to be cut into stretches, or failed: it is then applied by itself. */
interface Held {
  readonly page: LogPage;
  readonly folded: Folded | undefined;
}

/** For runners that stand at the same position. What it holds and has not written is lost without harm. */
export class FoldAhead {
  readonly #applying: Applying;
  readonly #cohort: readonly Runner[];
  #held: Held | undefined;

  constructor(applying: Applying, cohort: readonly Runner[]) {
    this.#applying = applying;
    this.#cohort = cohort;
  }

  /** Takes the page that follows on the one before, which is written when this resolves. Throws only what waiting may mend. */
  async take(page: LogPage): Promise<void> {
    const before = this.#held;
    this.#held = undefined;
    const ahead = before?.folded && this.#fold(page, before.folded);
    const [asFolded] = await Promise.all([this.#write(before), ahead]);
    this.#held = { page, folded: await (asFolded && ahead !== undefined ? ahead : this.#fold(page)) };
  }

  /** Writes what was taken last. */
  async finish(): Promise<void> {
    const last = this.#held;
    this.#held = undefined;
    await this.#write(last);
  }

  /** Never rejects: what fails here fails again, and is told apart, where the page is applied by itself. */
  async #fold(page: LogPage, before?: Folded): Promise<Folded | undefined> {
    const { erasures } = this.#applying;
    if (page.events.some(({ type }) => erasures[type] !== undefined)) return undefined;
    // What is to be written is on its way before folding keeps the process busy.
    await nextTurn();
    const runners = this.#cohort.filter(({ active }) => active);
    return foldStretch(this.#applying, runners, page, before).catch(() => undefined);
  }

  /** Whether it was written as it was folded, so that what was folded upon it holds. */
  async #write(held: Held | undefined): Promise<boolean> {
    if (held === undefined) return false;
    try {
      if (held.folded !== undefined) {
        await writeFolded(this.#applying, held.folded, "all");
        return true;
      }
    } catch (error) {
      if (!isFaultOfTheData(error)) throw error;
    }
    await applyPage(this.#applying, this.#cohort, held.page, "all");
    return false;
  }
}
