/** What the shown moment is compared with: the event before it, the beginning, or a moment that somebody chose. */
import { byId } from "./dom.js";
import { momentOf, momentText, NO_MOMENT } from "./words.js";

export class Comparison {
  #how = byId("compare-how");
  #typed = byId("compare-with");
  #parts;

  /** `changed()` is told of another choice, `fail(error)` of one that is none; until `signal` is aborted. */
  constructor(parts) {
    this.#parts = parts;
    const { signal } = parts;
    const told = (event) => {
      event.preventDefault();
      this.#told();
    };
    this.#how.addEventListener("change", told, { signal });
    this.#typed.addEventListener("change", told, { signal });
    byId("compare").addEventListener("submit", told, { signal });
    this.#typed.hidden = this.#how.value !== "chosen";
  }

  /** Whence the differences to the shown moment are told, as the service takes it; `before` is the listed event before it. */
  against(before) {
    const chosen = this.#how.value === "chosen" ? momentOf(this.#typed.value) : undefined;
    if (chosen !== undefined) return momentText(chosen);
    return this.#how.value === "beginning" ? 0 : (before?.position ?? 0);
  }

  pin(moment) {
    this.#typed.value = momentText(moment);
    this.#how.value = "chosen";
    this.#told();
  }

  #told() {
    const { changed, fail } = this.#parts;
    const chosen = this.#how.value === "chosen";
    this.#typed.hidden = !chosen;
    if (!chosen || momentOf(this.#typed.value) !== undefined) changed();
    else if (this.#typed.value !== "") fail(new Error(NO_MOMENT));
  }
}
