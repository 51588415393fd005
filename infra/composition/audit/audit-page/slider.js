/** A slider over time that goes from event to event by its keys. */
import { stepByKeys } from "./keys.js";

const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** `moved(ms)` while it is dragged; `stepped(count)` and `ended("first" | "last")` by keys; until `signal` is aborted. */
export function createSlider(input, { moved, stepped, ended, signal }) {
  input.addEventListener("input", () => moved(Number(input.value)), { signal });
  stepByKeys(input, STEPS, { stepped, ended, signal });
  return {
    /** From the first event's instant to the last's, in milliseconds; a slider needs some way to go even where they are one. */
    range(first, last) {
      input.min = String(first);
      input.max = String(Math.max(last, first + 1));
    },
    /** What is said of the moment where it stands. */
    show(ms, text) {
      input.value = String(ms);
      this.say(text);
    },
    say(text) {
      input.setAttribute("aria-valuetext", text);
    },
  };
}
