/** Checks the types of the whole tree, and then lints it by what that found out of them, which would take as long again. */
import { join, resolve } from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";

const root = resolve(import.meta.dirname, "../..");

/** As `tsc` reads it. */
function programOf(configFile) {
  const { config, error } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  return ts.createProgram({
    rootNames: fileNames,
    options,
    // The rules ask where an expression stands, so every node knows its parent.
    host: ts.createCompilerHost(options, true),
    configFileParsingDiagnostics: error === undefined ? errors : [error],
  });
}

function typeFaults(program) {
  const faults = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program));
  const names = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => "\n" };
  return ts.formatDiagnostics(faults, names);
}

/** A warning is a fault too. */
async function lintFaults(program) {
  const languageOptions = { parserOptions: { projectService: false, programs: [program] } };
  const eslint = new ESLint({ cwd: root, overrideConfig: [{ files: ["**/*.ts"], languageOptions }] });
  const formatter = await eslint.loadFormatter("stylish");
  return formatter.format(await eslint.lintFiles(["."]));
}

const program = programOf(join(root, "tsconfig.json"));
// What is wrongly typed misleads the rules, so it is told alone.
const faults = typeFaults(program) || (await lintFaults(program));
if (faults !== "") console.log(faults);
process.exitCode = faults === "" ? 0 : 1;
