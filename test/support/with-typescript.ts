/** The options by which Node runs a TypeScript file, for programs that tests start. */
import { join } from "node:path";

export const WITH_TYPESCRIPT: readonly string[] = ["--require", join(__dirname, "typescript-loader.js")];
