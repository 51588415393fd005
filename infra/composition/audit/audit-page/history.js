/** One business's history on the page: which moment is shown, what it is compared with, and everything that follows from both. */
import { newestOnly } from "./api.js";
import { Comparison } from "./comparison.js";
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

export class History {
  /** The first event and the newest known moment, both `{ position, occurredAt }`. */
  #first;
  #head;
  /** What is shown, or about to be: `{ position }` of a known moment, or `{ instant }` of one that was pointed at. */
  #moment;
  /** What was shown last, to go back to from a moment that cannot be. */
  #last;
  #timeline;
  #ratings;
  /** The state that was the newest when the page was opened: of a long history it is not worth asking for twice. */
  #newest;
  /** Steps wait for the pages that they need, one after the other. */
  #steps = Promise.resolve();
  #closing = new AbortController();
  #parts;
  #slider;
  #list;
  #comparison;
  #state = createStateView(byId("state"));
  #show = newestOnly(
    (newest) => this.#draw(AbortSignal.any([newest, this.#closing.signal])),
    (error) => this.#failed(error),
  );

  /** `read` asks the service, `moved(moment)` is told of each moment shown, `say(error)` of what went wrong. */
  constructor(parts) {
    this.#parts = parts;
    const { signal } = this.#closing;
    const stepped = (count) => {
      busy(true);
      this.#steps = this.#steps.then(() => this.#step(count)).catch((error) => this.#failed(error));
    };
    const ended = (end) => this.goTo(end === "first" ? this.#first : this.#head);
    const moved = (ms) => this.#drag(ms);
    const chosen = (event) => this.goTo(event);
    this.#slider = createSlider(byId("slider"), { moved, stepped, ended, signal });
    this.#list = createEventList(byId("events"), { chosen, stepped, ended, signal });
    this.#comparison = new Comparison({ changed: () => this.#again(), fail: parts.say, signal });
    const onClick = (id, work) => byId(id).addEventListener("click", work, { signal });
    onClick("earlier", () => this.#page(() => this.#timeline.earlier(signal)));
    onClick("later", () => this.#page(() => this.#timeline.later(signal)));
    onClick("pin", () => this.#comparison.pin(this.#moment));
  }

  /** Shows the moment, the newest where it is undefined. */
  async start(asked, signal) {
    const { read, filters } = this.#parts;
    const [{ events }, newest] = await Promise.all([read("events", { limit: 1 }, signal), read("state", {}, signal)]);
    this.#newest = newest;
    this.#first = { position: events[0].position, occurredAt: events[0].occurredAt };
    this.#head = newest.at.occurredAt === null ? this.#first : newest.at;
    this.#measure();
    this.#timeline = new Timeline((query, asking) => read("events", query, asking), this.#first.position - 1);
    this.#timeline.filter(filters.chosen());
    byId("history").hidden = false;
    this.#ratings = createRatings(byId("ratings"), newest.tables);
    this.goTo(asked ?? this.#head);
    await this.#verify(signal);
  }

  /** `to` is an event, a moment with its position and instant, or an instant alone. */
  goTo({ position, occurredAt, instant }, pauseMs = 0) {
    if (this.#timeline === undefined) return;
    busy(true);
    this.#moment = position === undefined ? { instant } : { position, occurredAt };
    this.#show(pauseMs);
  }

  filter(filter) {
    this.#timeline?.filter(filter);
    if (this.#moment !== undefined) this.#again();
  }

  #again() {
    busy(true);
    this.#show(0);
  }

  close() {
    this.#closing.abort();
    this.#ratings?.close();
  }

  async #draw(signal) {
    const { read, say, moved } = this.#parts;
    say();
    const { position: at, instant } = this.#moment;
    const shown = at === this.#newest.at.position ? this.#newest : await read("state", { at: at ?? instant }, signal);
    this.#reach(shown.at);
    moved(this.#moment);
    this.#ratings.mark(this.#msOf(this.#moment), shown.tables);
    this.#state.show(shown);
    const { position } = this.#moment;
    await this.#timeline.around(position, signal);
    this.#drawTimeline();
    const from = this.#comparison.against(this.#timeline.before(position));
    const diff = await read("diff", { from, to: position }, signal);
    byId("differences").replaceChildren(...differencesView(diff, (at) => this.goTo({ position: at })));
    this.#state.show(shown, diff.changes);
    byId("shown").textContent = sentenceOf(this.#moment, diff);
    busy(false);
  }

  /** The shown moment is known; what has come since the page was opened lengthens the slider. */
  #reach(at) {
    const { position, instant } = this.#moment;
    // What remains of a removed business has no state.
    const remains = position >= this.#first.position || instant >= this.#first.occurredAt;
    this.#moment = at.occurredAt === null && remains ? this.#first : at;
    this.#last = this.#moment;
    if (this.#moment.position <= this.#head.position) return;
    this.#head = this.#moment;
    this.#timeline.expire();
    this.#measure();
  }

  #msOf = ({ occurredAt }) => Date.parse(occurredAt ?? this.#first.occurredAt);

  #measure() {
    byId("slider-first").textContent = instantText(this.#first.occurredAt);
    byId("slider-last").textContent = instantText(this.#head.occurredAt);
    this.#slider.range(this.#msOf(this.#first), this.#msOf(this.#head));
  }

  #drawTimeline() {
    const { position, occurredAt } = this.#moment;
    const { filters } = this.#parts;
    const timeline = this.#timeline;
    const current = timeline.lastUpTo(position);
    this.#list.show(timeline.events, position, current);
    byId("earlier").hidden = !timeline.hasEarlier;
    byId("later").hidden = !timeline.hasLater;
    filters.offer(timeline.events);
    filters.describe(timeline.events, timeline);
    byId("event").replaceChildren(...eventView(current, filters.only));
    const what = current === undefined ? "before the listed events" : current.type;
    this.#slider.show(this.#msOf(this.#moment), `${instantText(occurredAt)}, position ${position}, ${what}`);
  }

  #drag(ms) {
    const instant = new Date(ms).toISOString();
    this.#slider.say(instantText(instant));
    this.goTo({ instant }, PAUSE_MS);
  }

  async #step(count) {
    if (this.#moment.position === undefined) return;
    for (let left = Math.abs(count); left > 0; left--) {
      const { position } = this.#moment;
      await this.#timeline.around(position, this.#closing.signal);
      const next = count < 0 ? this.#timeline.before(position) : (this.#timeline.after(position) ?? this.#beyond());
      if (next === undefined) break;
      this.#moment = { position: next.position, occurredAt: next.occurredAt };
    }
    this.#drawTimeline();
    this.#show(PAUSE_MS);
  }

  /** What was observed of its places after the last listed event. */
  #beyond = () => (this.#head.position > this.#moment.position ? this.#head : undefined);

  async #page(load) {
    await load().catch((error) => this.#failed(error));
    this.#drawTimeline();
  }

  async #verify(signal) {
    const told = (...view) => byId("verdict").replaceChildren(...view.filter(Boolean));
    told(element("p", {}, "Reading the history from the log…"));
    try {
      const proof = await this.#parts.read("proof", {}, signal);
      told(...verdictView(proof, (position) => this.goTo({ position })));
    } catch (error) {
      if (!signal.aborted) told(element("p", { class: "verdict broken" }, `Not proven: ${error.message}`));
    }
  }

  #failed(error) {
    if (this.#closing.signal.aborted) return;
    this.#parts.say(error);
    busy(false);
    this.#moment = this.#last ?? this.#head;
  }
}

const busy = (is) => byId("history").setAttribute("aria-busy", String(is));

function sentenceOf({ position, occurredAt }, { from, changes }) {
  const against = from.position === 0 ? "the beginning" : `position ${from.position}`;
  return `Position ${position}, ${instantText(occurredAt)}: ${counted(changes.length, "difference")} from ${against}.`;
}
