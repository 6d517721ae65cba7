/** Words that the browser keeps for the page. One that keeps nothing, or refuses to be asked, is no harm. */

type Kind = "localStorage" | "sessionStorage";

export function readItem(key: string, kind: Kind = "localStorage"): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps an item, or forgets it where the value is null; false where there is no room for it. */
export function keepItem(key: string, value: string | null, kind: Kind = "localStorage"): boolean {
  try {
    if (value === null) window[kind].removeItem(key);
    else window[kind].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
