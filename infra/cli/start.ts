/** `npm start`: the whole service in one process. */
import { takeNoWords } from "./no-words";
import { runProgram } from "./start/program";

takeNoWords(
  "start",
  "Runs the service until it is stopped. Settings are environment variables: .env.example lists them.",
);
runProgram();
