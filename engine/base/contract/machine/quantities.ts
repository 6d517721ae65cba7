/** Quantities of machines: lengths in mm, rates in mm/min, times in s, each within bounds. */
import { z } from "zod";

export const LONG = 1e5;
const FAST = 1e7;
export const length = (least = 0) => z.number().min(least).max(LONG);
export const rate = () => z.number().gt(0).max(FAST);
export const seconds = () => z.number().min(0).max(3600);

export const axes = (value: () => z.ZodNumber) =>
  z.strictObject({
    x: value().describe("Along x."),
    y: value().describe("Along y."),
    z: value().optional().describe("Along z."),
  });
export const text = (most = 200) => z.string().max(most);
