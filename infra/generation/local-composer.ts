/** Generation without a model: what the caller composes from the facts, and says so. */
import type { Generation } from "./generation";

const LOCAL_COMPOSER = "local-composer";

export function createLocalComposer(): Generation {
  return {
    provider: LOCAL_COMPOSER,
    generate: (request, compose) => {
      const { text, structured } = compose();
      const checked = request.answer === null ? null : request.answer.schema.parse(structured);
      const written = { text, isCut: false, structured: checked };
      return Promise.resolve({ provider: LOCAL_COMPOSER, model: null, ...written, tokens: null });
    },
  };
}
