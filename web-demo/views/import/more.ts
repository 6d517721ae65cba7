/** A list that is too long to be read: its beginning, and the rest behind a fold that is filled when it is opened. */
import { h } from "../../dom.ts";

/** As many rows again as one looks through. */
const STEP = 100;

/**
 * The first rows in a list of `wrap`, then a fold with the next, and so on to the last. `called` says what is in the fold, as
 * in `gaps`.
 */
export function listInSteps<Item>(
  items: readonly Item[],
  first: number,
  called: string,
  wrap: (some: readonly Item[]) => Node,
): Node[] {
  // A fold for one or two rows hides more than it saves.
  const shown = items.length <= first + 2 ? items.length : first;
  const rest = items.slice(shown);
  const list = wrap(items.slice(0, shown));
  if (rest.length === 0) return [list];
  const fold = h("details.fold", h("summary", `${rest.length} more ${called}`));
  fold.addEventListener("toggle", () => fold.append(...listInSteps(rest, STEP, called, wrap)), {
    once: true,
  });
  return [list, fold];
}
