/** Quantities of machines: lengths in mm, rates in mm/min, times in s, each within bounds. */
import * as z from "zod/mini";
import { described } from "../values/schema.ts";

export const LONG = 1e5;
const FAST = 1e7;
export const length = (least = 0) => z.number().check(z.gte(least), z.lte(LONG));
export const rate = () => z.number().check(z.gt(0), z.lte(FAST));
export const seconds = () => z.number().check(z.gte(0), z.lte(3600));

export const axes = (value: () => z.ZodMiniNumber<number>) =>
  z.strictObject({
    x: described(value(), "Along x."),
    y: described(value(), "Along y."),
    z: described(z.optional(value()), "Along z."),
  });
export const text = (most = 200) => z.string().check(z.maxLength(most));
