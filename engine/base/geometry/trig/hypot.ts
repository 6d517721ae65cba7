/** Lengths of vectors to the last bit alike in every engine, which `Math.hypot` need not be. */

/** Nobody asks for squares beyond what doubles hold. */
export function hypot(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z);
}
