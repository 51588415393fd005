/** What a bench says. */
export const print = (line = ""): void => void process.stdout.write(`${line}\n`);
