/** Identical questions that are under way at the same time are asked once. */

export class Coalescing {
  readonly #underWay = new Map<string, Promise<unknown>>();

  /** The answer of `ask`, or of the one under way under the same key, which must be of the same type. */
  once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#underWay.get(key) as Promise<Answer> | undefined;
    if (known !== undefined) return known;
    const answer = Promise.resolve()
      .then(ask)
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, answer);
    return answer;
  }
}
