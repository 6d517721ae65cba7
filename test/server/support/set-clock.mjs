/**
 * Loaded before a program, sets its clock: the date in all of its threads is off by the milliseconds that stand in the
 * file CLOCK_FILE, which may change while it runs. Time that only passes goes on as it does.
 */
import { readFileSync } from "node:fs";

const EVERY_MS = 20;
const RealDate = Date;
let off = 0;
let read = Number.NEGATIVE_INFINITY;

function now() {
  if (performance.now() - read >= EVERY_MS) {
    off = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
    read = performance.now();
  }
  return RealDate.now() + off;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now = now;
};
