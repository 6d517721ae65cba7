/** Entry of the browser's worker that reads and writes files. */
import { fileTasks } from "../tasks/files.ts";
import { serveInBrowser } from "./serve.ts";

serveInBrowser(fileTasks);
