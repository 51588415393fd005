/**
 * Jest's way of running a test file, but that a worker compiles each module once and not once for every test file. Each file
 * still runs all its modules anew, in a context of its own: they share code, and nothing that it made.
 */
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

/** The one that this Jest uses; a package of ours would be another one. */
const { default: Runtime } = createRequire(createRequire(require.resolve("jest")).resolve("@jest/core"))(
  "jest-runtime",
);

/** By file. */
const compiled = new Map();

function scriptOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function(${parameters.join(",")}){`;
  // On the first line and taken off its columns, so that places in the file are what they were.
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
}

class SharedCodeRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    const compileAlone = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      if (context === null) return null;
      try {
        return scriptOf(source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        // Jest tells what is wrong with it.
        return compileAlone(source, filename);
      }
    };
  }
}

module.exports = SharedCodeRuntime;
