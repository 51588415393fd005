/** The words of a program that takes none: whoever asks what it does, or misspells a setting, is not to find out by its running. */
import { parseArgs } from "node:util";
import { calledAs } from "./called-as";
import { parseFault } from "./parse-fault";

/** As sysexits.h has it: the program was called wrongly. */
const USAGE_EXIT = 64;

/**
 * Ends the process where it was given words: with 0 and what it does after `--help`, and with 64 and what is wrong with them
 * after any others. `does` is a sentence of what the program does, and of what it goes by.
 */
export function takeNoWords(program: string, does: string): void {
  const usage = `Usage: ${calledAs(program).replace(/ --$/, "")}\n${does}`;
  try {
    const help = { type: "boolean", short: "h" } as const;
    if (parseArgs({ options: { help } }).values.help !== true) return;
    console.log(usage);
  } catch (error) {
    console.error(`${parseFault(error)}\n${usage}`);
    process.exit(USAGE_EXIT);
  }
  process.exit(0);
}
