/** A hook to copy: nests a request and gives the best layout so far. Another request ends the search for the one before. */
import { createEngine } from "offcut";
import { useEffect, useState } from "react";

/** One engine for all components: its workers are started by the first call, and idle ones cost nothing. */
let engine;

/**
 * @param request of a nesting, kept by `useMemo`; null for none
 * @returns {{ layout: object | null, done: boolean, error: Error | null }}
 */
export function useNest(request, { seconds = 5 } = {}) {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (request === null) return;
    const abort = new AbortController();
    const tell = (next) => !abort.signal.aborted && setState(next);
    engine ??= createEngine();
    engine
      .then((ready) =>
        ready.nest(request, {
          signal: abort.signal,
          timeLimitMs: 1000 * seconds,
          onProgress: ({ best }) => best && tell({ ...NOTHING, layout: best }),
        }),
      )
      .then((layout) => tell({ layout, done: true, error: null }))
      .catch((error) => tell({ layout: null, done: true, error }));
    return () => abort.abort();
  }, [request, seconds]);
  return state;
}

const NOTHING = { layout: null, done: false, error: null };
