/** Entry of the worker that nests. */
import { nestTasks } from "../tasks/nest.ts";
import { serveWorker } from "./serve.ts";

serveWorker(nestTasks);
