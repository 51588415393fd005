/** The program as `npm start` runs it, but that what a killed one left is taken up again after seconds instead of half a minute. */
import { runProgram } from "../../infra/cli/start/program";

runProgram({ leases: { idempotencyKeyMs: 2_000, intentMs: 2_000 } });
