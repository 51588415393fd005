/** `npm start`: the whole service in one process. */
import { runProgram } from "./start/program";

runProgram();
