/** `npm start`: install, build, serve API and web app. Settings come from the environment (.env.example). */
import { spawn } from "node:child_process";
import { build, checkNode, install, root } from "./steps.mjs";

checkNode();
install();
build();

const server = spawn(process.execPath, ["dist/main.js"], { cwd: root, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
