/** `npm start`: install, build, serve API and web app. Settings come from the environment (.env.example). */
import { spawn } from "node:child_process";
import { build, checkNode, install, root, say } from "./steps.mjs";

checkNode();
install();
build();

say(`server: http://localhost:${process.env.PORT ?? 3000}, stop it with Ctrl-C`);
const server = spawn(process.execPath, ["dist/main.js"], { cwd: root, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
