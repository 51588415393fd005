/** What the shown moment is compared with: the event before it, the beginning, or a moment that somebody chose. */
import { byId } from "./dom.js";
import { momentOf, momentText } from "./words.js";

function spanOf(shown, chosen) {
  const ahead = chosen.position === undefined ? chosen.instant > shown.occurredAt : chosen.position > shown.position;
  const [from, to] = ahead ? [shown.position, momentText(chosen)] : [momentText(chosen), shown.position];
  return { from, to, ahead };
}

/** `changed()` is told of another choice; until `signal` is aborted. */
export function createComparison({ changed, fail, signal }) {
  const how = byId("compare-how");
  const typed = byId("compare-with");
  const choose = (way) => {
    how.value = way;
    typed.hidden = way !== "chosen";
  };
  const told = () => {
    const complete = how.value !== "chosen" || momentOf(typed.value) !== undefined;
    if (complete) changed();
    else if (typed.value !== "")
      fail(new Error("A moment is a position, such as 4711, or a time, such as 2026-03-01 09:30."));
  };
  choose(how.value);
  how.addEventListener(
    "change",
    () => {
      choose(how.value);
      told();
    },
    { signal },
  );
  typed.addEventListener("change", told, { signal });
  byId("compare").addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      told();
    },
    { signal },
  );

  return {
    /**
     * Between which moments differences are told, as the service takes them; `before` is the listed event before the shown
     * moment. A chosen moment may lie `ahead` of it.
     */
    span(shown, before) {
      const chosen = how.value === "chosen" ? momentOf(typed.value) : undefined;
      if (chosen !== undefined) return spanOf(shown, chosen);
      return { from: how.value === "beginning" ? 0 : (before?.position ?? 0), to: shown.position, ahead: false };
    },
    pin(moment) {
      typed.value = momentText(moment);
      choose("chosen");
      changed();
    },
  };
}
