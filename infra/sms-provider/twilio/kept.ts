/** What Twilio calls the parts of a registration, kept as soon as each is made, with the episode whose form each holds. */
import type { KeepReferences } from "../sms-provider";

/** Keeping failed, which is the caller's affair and not the provider's; `cause` is what was thrown. */
export class KeepFailure extends Error {
  override readonly name = "KeepFailure";
}

export class Kept {
  #references: Readonly<Record<string, string>>;

  constructor(
    references: Readonly<Record<string, string>>,
    readonly episode: number,
    private readonly keep: KeepReferences,
  ) {
    this.#references = references;
  }

  get(part: string): string | undefined {
    return this.#references[part];
  }

  /** Whether Twilio has the part as the form of this episode says it. */
  isHandedIn(part: string): boolean {
    const sid = this.get(part);
    return sid !== undefined && this.get(markOf(part)) === this.#mark(sid);
  }

  async add(part: string, sid: string): Promise<string> {
    return await this.#set({ [part]: sid }, sid);
  }

  /** The part holds the form of this episode from now on. */
  async handIn(part: string, sid: string): Promise<string> {
    return await this.#set({ [part]: sid, [markOf(part)]: this.#mark(sid) }, sid);
  }

  /** No two registrations have the same mark, as no two have the same part. */
  #mark(sid: string): string {
    return `${sid}#${this.episode}`;
  }

  async #set(references: Readonly<Record<string, string>>, sid: string): Promise<string> {
    const next = { ...this.#references, ...references };
    const isNews = Object.entries(references).some(([name, value]) => this.#references[name] !== value);
    if (isNews)
      await this.keep(next).catch((cause: unknown) => Promise.reject(new KeepFailure("Not kept.", { cause })));
    this.#references = next;
    return sid;
  }
}

const markOf = (part: string): string => `${part}_handed_in`;
