/** Programs of this machine that Kafka needs: Java and Maven. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { causeIn } from "./cause";

/** Runs a program to its end. Throws a sentence where it is missing or fails. */
export async function run(program: string, options: readonly string[], folder: string): Promise<void> {
  // Windows has Maven as a script, which only its shell can start.
  const shell = process.platform === "win32" && program === "mvn";
  const child = spawn(program, options, { cwd: folder, shell, stdio: ["ignore", "pipe", "pipe"] });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  await once(child, "close").catch((error: unknown) => {
    throw missing(program, error);
  });
  if (child.exitCode === 0) return;
  throw new Error(`${program} failed while preparing Kafka: ${causeIn(Buffer.concat(said).toString())}`);
}

/** The sentence about a program that could not be started. */
export function missing(program: string, cause: unknown): Error {
  const name = program === "mvn" ? "Maven (mvn)" : "Java 17 or later (java, or JAVA_HOME)";
  return new Error(`${name} is missing: Kafka is a Java program that Maven fetches, so both are needed.`, { cause });
}
