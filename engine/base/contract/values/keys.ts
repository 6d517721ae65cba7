/** Which known key was perhaps meant by one that is misspelt? */
import { distance } from "fastest-levenshtein";
import type { ErrorDetail } from "../../errors.ts";

/** The fault of one key: `known` are those that are there to be had. */
export function unknownKey(
  key: string,
  known: readonly string[],
  path: ErrorDetail["path"] = [],
): ErrorDetail {
  const meant = nearest(key, known);
  const hint = meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`;
  return { path: [...path, key], message: `Unknown field; ${hint}` };
}

/**
 * The known key that a writer most likely had in mind: one that differs by little, that has the same letters in another
 * order, or that the given one shortens.
 */
export function nearest(key: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "");
  const sorted = (text: string) => [...text].sort().join("");
  const given = plain(key);
  const cost = (name: string) => {
    const alike = shortens(given, name) || sorted(given) === sorted(name);
    return Math.min(distance(given, name), alike ? 1 : Number.POSITIVE_INFINITY);
  };
  const best = [...known].sort((a, b) => cost(plain(a)) - cost(plain(b)))[0];
  return best !== undefined && cost(plain(best)) <= Math.max(1, Math.floor(plain(best).length / 3))
    ? best
    : undefined;
}

/** `rot` for `rotation`: its beginning; or `qty` for `quantity`: first and last letter, and the others in their order. */
function shortens(given: string, name: string): boolean {
  if (given.length < 2 || given.length >= name.length) return false;
  if (name.startsWith(given)) return true;
  if (given[0] !== name[0] || given.at(-1) !== name.at(-1)) return false;
  let at = 0;
  for (const letter of given) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
