/**
 * Lets Node run TypeScript, `node --require` this file: for the programs that tests start by the hundred. What the tests' compiler
 * and V8 made of a file is kept for the next process, which starts in a third of the time that `--import tsx` takes.
 */
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { constants, Script } = require("node:vm");

const digest = (...texts) => createHash("sha1").update(texts.join("\0")).digest("hex");

/** Another one after every change of the compiler, and of what it is told here. */
const maker = digest(process.version, require("@swc/core/package.json").version, readFileSync(__filename));
const folder = join(__dirname, "..", "..", "node_modules", ".cache", "test-programs", maker);
mkdirSync(folder, { recursive: true });

function kept(name) {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
}

/** Whole or not at all: other processes read and write the same, and each may be killed at any moment. */
function keep(name, content) {
  const own = join(folder, `${name}.${process.pid}`);
  writeFileSync(own, content);
  renameSync(own, join(folder, name));
}

function compiled(filename) {
  const source = readFileSync(filename, "utf8");
  const name = `${digest(filename, source)}.js`;
  const known = kept(name);
  if (known !== undefined) return known.toString();
  const { code } = require("@swc/core").transformSync(source, {
    filename,
    swcrc: false,
    configFile: false,
    // As the tests themselves are compiled, but that libraries are loaded when they would be where the program is in use.
    module: { type: "commonjs", lazy: false },
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
  });
  keep(name, code);
  return code;
}

Module._extensions[".ts"] = (module, filename) => module._compile(compiled(filename), filename);

/** What Node gives a module that it compiles itself. */
function requireOf(module) {
  const require = (id) => module.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  return Object.assign(require, { main: process.mainModule, extensions: Module._extensions, cache: Module._cache });
}

const compileAnew = Module.prototype._compile;

Module.prototype._compile = function (source, filename, ...more) {
  // What is no script, such as an ES module, is Node's.
  if (more.includes("module") || source.startsWith("#!")) return compileAnew.call(this, source, filename, ...more);
  const name = `${digest(filename, source)}.v8`;
  const cachedData = kept(name);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(Module.wrap(source), { filename, cachedData, importModuleDynamically });
  const run = script.runInThisContext();
  const result = run.call(this.exports, this.exports, requireOf(this), this, filename, dirname(filename));
  // By now it holds what ran while the file was loaded.
  if (cachedData === undefined || script.cachedDataRejected) keep(name, script.createCachedData());
  return result;
};
