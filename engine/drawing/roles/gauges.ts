/**
 * How thick is a sheet of so many gauge? That depends on the metal: 16 gauge is 1.52 mm of steel and 1.29 mm of aluminium.
 *
 * Gauges of steel name the weight of a square foot, in pounds (Act of Congress of 3 March 1893): stainless steel is taken
 * for 40 pounds to an inch of thickness, plain steel for 41.82 (manufacturers' standard gauge), and a coat of zinc
 * weighs two and a half ounces more. Other metals go by the ratio of Brown and Sharpe (ASTM B258).
 */
import { foldName } from "./words.ts";

/** Of a square foot (lb), from 3 gauge on. */
const WEIGHTS = [
  10, 9.375, 8.75, 8.125, 7.5, 6.875, 6.25, 5.625, 5, 4.375, 3.75, 3.125, 2.8125, 2.5, 2.25, 2, 1.75, 1.5,
  1.375, 1.25, 1.125, 1, 0.875, 0.75, 0.6875, 0.625, 0.5625, 0.5,
];
const FIRST = 3;
const INCH = 25.4;

/** In this order: galvanised and stainless steel are steel too. Names of aluminium first, as `AL` begins none of the others. */
const NON_FERROUS =
  /^(AL|ALU|AL(?:MG|SI|CU|ZN)\S*|(?:EN-)?AW-?\d{4}|5052|5083|5754|6061|6082|7075|CU)$|ALUMIN|ALLUMIN|HLINIK|ALUMIINI|АЛЮМИНИ|アルミ|铝|알루미늄|BRASS|MESSING|LAITON|OTTONE|COPPER|KUPFER|CUIVRE|COBRE|BRONZ/;
const ZINC =
  /^(GALV|GI|VERZ|ZINTEC|DX5[1-4]D)$|GALVA|VERZINKT|ZINCATO|FORZINK|FORSINK|POZINK|OCYNK|HORGANYZ|ОЦИНК/;
const STAINLESS =
  /^(SS|304L?|316L?|V[24]A|VAS|INOX|NIRO|RVS|1\.4\d{3})$|STAINLESS|EDELSTAHL|INOX|INOSSID|NEREZ|NIERDZEWN|ROZSDAMENTES|ROSTFRI|RUSTFRI|ステンレス|不锈钢/;
const STEEL =
  /^(MS|A36|CR4|CRS|HRS|ST37|DC0\d|S[2-9]\d\d\S*|1\.0\d{3}|CORTEN|HARDOX\d*|STAAL|STAL|OCEL|ACEL|CELIK)$|STEEL|STAHL|ACIER|ACCIAIO|ACERO|СТАЛЬ|鋼|钢|강판/;

/** Millimetres, to a hundredth; null where the metal is not known or has no such gauge. */
export function thicknessOf(gauge: number, material: string): number | null {
  const words = foldName(material).split(/\s+/);
  const is = (names: RegExp) => words.some((word) => names.test(word));
  const weight = WEIGHTS[gauge - FIRST];
  if (is(NON_FERROUS)) return inHundredths(0.005 * 92 ** ((36 - gauge) / 39));
  if (weight === undefined) return null;
  if (is(STAINLESS)) return inHundredths(weight / 40);
  if (is(ZINC)) return inHundredths((weight + 2.5 / 16) / 41.82);
  return is(STEEL) ? inHundredths(weight / 41.82) : null;
}

function inHundredths(inches: number): number {
  return Math.round(100 * INCH * inches) / 100;
}
