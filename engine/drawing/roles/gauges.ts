/**
 * How thick is a sheet of so many gauge? That depends on the metal: 16 gauge is 1.52 mm of steel and 1.29 mm of aluminium.
 *
 * Gauges of steel name the weight of a square foot, in pounds (Act of Congress of 3 March 1893): stainless steel is taken
 * for 40 pounds to an inch of thickness, plain steel for 41.82 (manufacturers' standard gauge), and a coat of zinc
 * weighs two and a half ounces more. Other metals go by the ratio of Brown and Sharpe (ASTM B258).
 */
import { type Metal, metalOf } from "./materials.ts";

/** Of a square foot (lb), from 3 gauge on. */
const WEIGHTS = [
  10, 9.375, 8.75, 8.125, 7.5, 6.875, 6.25, 5.625, 5, 4.375, 3.75, 3.125, 2.8125, 2.5, 2.25, 2, 1.75, 1.5,
  1.375, 1.25, 1.125, 1, 0.875, 0.75, 0.6875, 0.625, 0.5625, 0.5,
];
const FIRST = 3;
const INCH = 25.4;

/** Millimetres, to a hundredth; null where the metal is not known or has no such gauge. */
export function thicknessOf(gauge: number, material: string): number | null {
  const metals = material.split(/\s+/).map(metalOf);
  const is = (metal: Metal) => metals.includes(metal);
  const weight = WEIGHTS[gauge - FIRST];
  if (is("light")) return inHundredths(0.005 * 92 ** ((36 - gauge) / 39));
  if (weight === undefined) return null;
  if (is("stainless")) return inHundredths(weight / 40);
  if (is("zinc")) return inHundredths((weight + 2.5 / 16) / 41.82);
  return is("steel") ? inHundredths(weight / 41.82) : null;
}

function inHundredths(inches: number): number {
  return Math.round(100 * INCH * inches) / 100;
}
