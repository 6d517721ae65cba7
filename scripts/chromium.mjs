/** Where the browser of the tests is, and how to start it. */
import { existsSync } from "node:fs";

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of an installed Chromium or Chrome, or undefined: then Playwright's own browser is used. */
export function chromiumPath() {
  return CANDIDATES.find((path) => path && existsSync(path));
}

/** Launch options: no sandbox (tests run as root in containers) and no background connections. */
export function chromiumLaunch() {
  const executablePath = chromiumPath();
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
