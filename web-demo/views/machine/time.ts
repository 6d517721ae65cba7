/** Times and money as one reads them. */
import { trim } from "../../model/units.ts";

/** `42 s`, `4:05 min`, `1:02 h`; a running clock counts in the same way. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${trim(seconds, seconds < 10 ? 1 : 0)} s`;
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)} min`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))} h`;
}

export function moneyText(cost: number): string {
  return cost.toFixed(2);
}
