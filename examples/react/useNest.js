/** A hook to copy: nests a request and gives the best plan so far. Another request ends the search for the one before. */
import { createEngine } from "offcut";
import { useEffect, useState } from "react";

/** One engine for all components: its workers are started by the first call, and idle ones cost nothing. */
let engine;

/**
 * @param request of a nesting, kept by `useMemo`; null for none
 * @returns {{ plan: object | null, sheets: string[], done: boolean, error: Error | null }} with a picture of each sheet
 */
export function useNest(request, { seconds = 5 } = {}) {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (request === null) return;
    const abort = new AbortController();
    const tell = (next) => !abort.signal.aborted && setState({ ...NOTHING, ...next });
    const show = async (plan, done) => {
      const sheets = await Promise.all(plan.sheets.map((sheet) => sheet.toSvg()));
      tell({ plan, sheets, done });
    };
    engine ??= createEngine();
    engine
      .then((ready) =>
        ready.nest(request, {
          signal: abort.signal,
          timeLimitMs: 1000 * seconds,
          onProgress: ({ best }) => best && show(ready.plan({ request, ...best }), false),
        }),
      )
      .then((plan) => show(plan, true))
      .catch((error) => tell({ done: true, error }));
    return () => abort.abort();
  }, [request, seconds]);
  return state;
}

const NOTHING = { plan: null, sheets: [], done: false, error: null };
