/** The newest stretch of the log in memory, bounded, for readers near the head. */
import type { LogPage } from "./event-log";

/** A page, and how much text it was made of, which tells what it weighs in memory. */
export interface WeighedPage extends LogPage {
  readonly characters: number;
}

const EVENTS_MAX = 8_192;
const CHARACTERS_MAX = 16 * 1024 * 1024;

export class RecentEvents {
  /** Pages in order and without a gap between them. */
  #pages: WeighedPage[] = [];
  /** Everything after this position is here. */
  #floor: number;
  #position: number;
  #events = 0;
  #characters = 0;

  /** Knows everything after `position`, where nothing is yet. */
  constructor(position: number) {
    this.#floor = position;
    this.#position = position;
  }

  /** Everything up to here is known. */
  get position(): number {
    return this.#position;
  }

  /** Adds the page that follows directly on what is known. */
  add(page: WeighedPage): void {
    this.#position = page.position;
    if (page.events.length === 0) return;
    this.#pages.push(page);
    this.#events += page.events.length;
    this.#characters += page.characters;
    while (this.#events > EVENTS_MAX || this.#characters > CHARACTERS_MAX) this.#dropOldest();
  }

  /** Forgets all events and keeps the position: after an erasure nobody is to be served from here. */
  forget(): void {
    while (this.#pages.length > 0) this.#dropOldest();
  }

  /** A page as the table would give it, or undefined where it begins further back than memory goes. */
  after(position: number, types: ReadonlySet<string> | undefined, limit: number): LogPage | undefined {
    if (position < this.#floor) return undefined;
    const events = [];
    for (let index = this.#firstPageAfter(position); index < this.#pages.length; index += 1) {
      for (const event of this.#pages[index]?.events ?? []) {
        if (event.position <= position || types?.has(event.type) === false) continue;
        events.push(event);
        if (events.length === limit)
          return { events, position: event.position, atHead: event.position === this.#position };
      }
    }
    return { events, position: Math.max(position, this.#position), atHead: true };
  }

  #firstPageAfter(position: number): number {
    let low = 0;
    let high = this.#pages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#pages[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropOldest(): void {
    const oldest = this.#pages.shift();
    if (oldest === undefined) return;
    this.#floor = oldest.position;
    this.#events -= oldest.events.length;
    this.#characters -= oldest.characters;
  }
}
