/** Where does the tool stand before a program, and where after it? */
import type { Machine } from "../../../base/contract/machine/machine.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";

/** Where the program's zero lies on the sheet. */
export function homePosition(origin: Machine["origin"] = "lower-left", width: number, height: number): Point {
  const x = origin.endsWith("right") ? width : origin === "centre" ? width / 2 : 0;
  return [x, origin.startsWith("upper") ? height : origin === "centre" ? height / 2 : 0];
}

/** Where the tool is parked after a program, and so stands before it: at the program's zero where nothing else is said. */
export function parkPosition({ park }: Machine, home: Point): Point {
  return park ? [park.x + home[0], park.y + home[1]] : home;
}
