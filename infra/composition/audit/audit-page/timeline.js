/** A window over the events of a history: only the pages around the shown moment are ever loaded. */

const PAGE = 50;
const WINDOW_MAX = 300;
const PAGE_MAX = 1000;

export class Timeline {
  events = [];
  hasEarlier = false;
  hasLater = false;
  #read;
  #floor;
  #filter = {};
  /** How the next page is asked for; null where the window's end was cut off. */
  #next = null;
  #loaded = false;
  /** How many positions of the log are likely to hold a page. */
  #span = 500;

  /** `read(query, signal)` gives a page of events; `floor` is the position before the first of all. */
  constructor(read, floor) {
    this.#read = read;
    this.#floor = floor;
  }

  /** `type` and `actor` as the service takes them. */
  filter(filter) {
    this.#filter = filter;
    this.#loaded = false;
  }

  /** Forgets the window, so that what was added is seen. */
  expire() {
    this.#loaded = false;
  }

  /** Afterwards the window holds the events on both sides of a position, as far as there are any. True where it was loaded anew. */
  async around(position, signal) {
    if (this.#covers(position)) return false;
    const [earlier, later] = await Promise.all([
      this.#upTo(position, PAGE, signal),
      this.#from({ after: position }, signal),
    ]);
    this.events = [...earlier.events, ...later.events];
    this.hasEarlier = earlier.more;
    this.#next = later.next;
    this.hasLater = later.next !== null;
    this.#loaded = true;
    return true;
  }

  async earlier(signal) {
    const first = this.events[0];
    if (first === undefined || !this.hasEarlier) return;
    const { events, more } = await this.#upTo(first.position - 1, PAGE, signal);
    const all = [...events, ...this.events];
    this.hasEarlier = more;
    if (all.length <= WINDOW_MAX) this.events = all;
    else {
      this.events = all.slice(0, WINDOW_MAX);
      this.hasLater = true;
      this.#next = null;
    }
  }

  async later(signal) {
    const last = this.events.at(-1);
    if (last === undefined || !this.hasLater) return;
    const page = await this.#from(this.#next ?? { after: last.position }, signal);
    const all = [...this.events, ...page.events];
    this.hasEarlier ||= all.length > WINDOW_MAX;
    this.events = all.slice(-WINDOW_MAX);
    this.#next = page.next;
    this.hasLater = page.next !== null;
  }

  /** The last event up to and with a position. */
  lastUpTo(position) {
    return this.events.findLast((event) => event.position <= position);
  }

  before(position) {
    return this.lastUpTo(position - 1);
  }

  after(position) {
    return this.events.find((event) => event.position > position);
  }

  #covers(position) {
    const [first, last] = [this.events[0], this.events.at(-1)];
    return (
      this.#loaded &&
      (!this.hasEarlier || (first !== undefined && first.position < position)) &&
      (!this.hasLater || (last !== undefined && last.position > position))
    );
  }

  async #from(where, signal) {
    const { events, nextCursor } = await this.#read({ ...this.#filter, ...where, limit: PAGE }, signal);
    return { events, next: nextCursor === null ? null : { ...where, cursor: nextCursor } };
  }

  /** The last events up to and with a position. The log is read forwards alone, so this asks for ever longer stretches before it. */
  async #upTo(until, wanted, signal) {
    let found = [];
    let end = until;
    while (found.length < wanted && end > this.#floor) {
      const after = Math.max(this.#floor, end - this.#span);
      const page = await this.#read({ ...this.#filter, after, until: end, limit: PAGE_MAX }, signal);
      // The end of a stretch that holds more than a page would be missing; one of as many positions as that holds no more.
      if (page.nextCursor !== null && this.#span > PAGE_MAX) {
        this.#span = Math.max(PAGE_MAX, Math.floor(this.#span / 8));
        continue;
      }
      found = [...page.events, ...found];
      end = after;
      if (page.events.length < wanted) this.#span *= 8;
    }
    return { events: found.slice(-wanted), more: found.length > wanted || end > this.#floor };
  }
}
