/** One business's history on the page: which moment is shown, what it is compared with, and everything that follows from both. */
import { newestOnly } from "./api.js";
import { createComparison } from "./comparison.js";
import { differencesView } from "./differences.js";
import { byId, element } from "./dom.js";
import { createEventList } from "./event-list.js";
import { eventView } from "./event-view.js";
import { createRatings } from "./ratings.js";
import { createSlider } from "./slider.js";
import { createStateView } from "./state.js";
import { Timeline } from "./timeline.js";
import { verdictView } from "./verdict.js";
import { counted, instantText } from "./words.js";

/** Long enough that holding a key or dragging asks for few states, short enough not to be felt. */
const PAUSE_MS = 180;
const RATING_TABLES = "businesses,competitors,places,place_snapshots";

const comparedText = ({ from, to }, ahead) =>
  ahead
    ? `up to position ${to.position}`
    : `since ${from.position === 0 ? "the beginning" : `position ${from.position}`}`;

/** `read` asks the service, `moved(moment)` is told of each moment shown, `say(error)` of what went wrong. */
export function createHistory({ read, filters, moved, say }) {
  const closing = new AbortController();
  const { signal } = closing;
  const state = createStateView(byId("state"));
  /** The first event and the newest known moment, both `{ position, occurredAt }`. */
  let first;
  let head;
  /** What is shown, or about to be: `{ position }` of a known moment, or `{ instant }` of one that was pointed at. */
  let moment;
  let timeline;
  let ratings;
  /** Steps wait for the pages that they need, one after the other. */
  let steps = Promise.resolve();

  const ended = (end) => goTo(end === "first" ? first : head);
  const stepped = (count) => {
    steps = steps.then(() => step(count)).catch(fail);
  };
  const slider = createSlider(byId("slider"), { moved: drag, stepped, ended, signal });
  const list = createEventList(byId("events"), { chosen: (event) => goTo(event), stepped, ended, signal });
  const comparison = createComparison({ changed: () => show(0), fail: say, signal });

  function fail(error) {
    if (!signal.aborted) say(error);
    busy(false);
  }

  const busy = (is) => byId("history").setAttribute("aria-busy", String(is));

  const show = newestOnly(async (newest) => {
    const asked = AbortSignal.any([newest, signal]);
    busy(true);
    say();
    const shown = await read("state", { at: moment.position ?? moment.instant }, asked);
    moment = shown.at.occurredAt === null && head.position > 0 ? first : shown.at;
    moved(moment);
    ratings?.mark(Date.parse(moment.occurredAt));
    state.show(shown);
    await timeline.around(moment.position, asked);
    drawTimeline();
    const { from, to, ahead } = comparison.span(moment, timeline.before(moment.position));
    const diff = await read("diff", { from, to }, asked);
    byId("differences").replaceChildren(...differencesView(diff, goToPosition));
    // What is going to differ later is no mark of the state that is shown.
    if (!ahead) state.show(shown, diff.changes);
    byId("shown").textContent =
      `Position ${moment.position}, ${instantText(moment.occurredAt)}: ${counted(diff.changes.length, "difference")} ${comparedText(diff, ahead)}.`;
    busy(false);
  }, fail);

  function drawTimeline() {
    const current = timeline.lastUpTo(moment.position);
    list.show(timeline.events, moment.position, current);
    byId("earlier").hidden = !timeline.hasEarlier;
    byId("later").hidden = !timeline.hasLater;
    filters.offer(timeline.events);
    filters.describe(timeline.events, timeline);
    byId("event").replaceChildren(...eventView(current, filters.only));
    const what = current === undefined ? "before the listed events" : current.type;
    slider.show(
      Date.parse(moment.occurredAt),
      `${instantText(moment.occurredAt)}, position ${moment.position}, ${what}`,
    );
  }

  /** `to` is an event, a moment with its position and instant, or an instant alone. */
  function goTo(to, pauseMs = 0) {
    const { position, occurredAt, instant } = to;
    moment = position === undefined ? { instant } : { position, occurredAt };
    show(pauseMs);
  }
  const goToPosition = (position) => goTo({ position });

  function drag(ms) {
    const instant = new Date(ms).toISOString();
    slider.say(instantText(instant));
    goTo({ instant }, PAUSE_MS);
  }

  async function step(count) {
    if (moment.position === undefined) return;
    for (let left = Math.abs(count); left > 0; left--) {
      await timeline.around(moment.position, signal);
      const next = count < 0 ? timeline.before(moment.position) : (timeline.after(moment.position) ?? beyond());
      if (next === undefined) break;
      moment = { position: next.position, occurredAt: next.occurredAt };
    }
    drawTimeline();
    show(PAUSE_MS);
  }

  /** What was observed of its places after the last listed event. */
  const beyond = () => (head.position > moment.position ? head : undefined);

  const page = (load) => async () => {
    await load().catch(fail);
    drawTimeline();
  };
  byId("earlier").addEventListener(
    "click",
    page(() => timeline.earlier(signal)),
    { signal },
  );
  byId("later").addEventListener(
    "click",
    page(() => timeline.later(signal)),
    { signal },
  );
  byId("pin").addEventListener("click", () => comparison.pin(moment), { signal });

  async function verify(asked) {
    byId("verdict").replaceChildren(element("p", {}, "Reading the history from the log…"));
    const proof = await read("proof", {}, asked).catch((error) => ({ error }));
    if (asked.aborted) return;
    const view = proof.error
      ? [element("p", { class: "verdict broken" }, `Not proven: ${proof.error.message}`)]
      : verdictView(proof, goToPosition);
    byId("verdict").replaceChildren(...view.filter(Boolean));
  }

  return {
    goTo,
    /** Shows the moment, the newest where it is undefined. */
    async start(asked, opening) {
      const [{ events }, newest] = await Promise.all([
        read("events", { limit: 1 }, opening),
        read("state", { tables: RATING_TABLES }, opening),
      ]);
      first = { position: events[0].position, occurredAt: events[0].occurredAt };
      head = newest.at.occurredAt === null ? first : newest.at;
      byId("slider-first").textContent = instantText(first.occurredAt);
      byId("slider-last").textContent = instantText(head.occurredAt);
      slider.range(Date.parse(first.occurredAt), Date.parse(head.occurredAt));
      timeline = new Timeline((query, asking) => read("events", query, asking), first.position - 1);
      timeline.filter(filters.chosen());
      byId("history").hidden = false;
      ratings = createRatings(byId("ratings"), newest.tables);
      goTo(asked ?? head);
      await verify(opening);
    },
    filter(filter) {
      timeline?.filter(filter);
      if (moment !== undefined) show(0);
    },
    close() {
      closing.abort();
      ratings?.close();
    },
  };
}
