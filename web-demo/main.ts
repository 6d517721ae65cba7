/** Boot: the page starts where it was left, and works without a network from then on. */
import "./style/font.css";
import "./style/tokens.css";
import "./style/layout.css";
import "./style/controls.css";
import "./style/dialogs.css";
import "./style/panels.css";
import "./style/result.css";
import "./style/bars.css";
import "./style/lines.css";
import "./style/library.css";
import "./style/print.css";
import { registerOffline } from "./offline.ts";
import { startApp } from "./start.ts";

await startApp(document.body, { live: true });
if (import.meta.env.PROD) registerOffline();
