/** Where the second browser of the tests is: a stock Firefox, driven over WebDriver BiDi. */
import { existsSync } from "node:fs";

const CANDIDATES = [
  process.env.FIREFOX_PATH,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** Path of an installed Firefox, or undefined: then its tests are skipped. */
export function firefoxPath() {
  return CANDIDATES.find((path) => path && existsSync(path));
}
