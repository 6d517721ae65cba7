/** Entry of the worker that solves. */
import { solveTasks } from "../tasks/solve.ts";
import { serveWorker } from "./serve.ts";

serveWorker(solveTasks);
