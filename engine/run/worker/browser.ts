/** Entry of the browser's worker that solves. */
import { solveTasks } from "../tasks/solve.ts";
import { serveInBrowser } from "./serve.ts";

serveInBrowser(solveTasks);
