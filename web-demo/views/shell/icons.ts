/** The page's own icons: strokes on a 16 by 16 grid. Decoration only; every control has a name of its own. */
import { s } from "../../dom.ts";

const PATHS: Record<string, string> = {
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7M5.5 3.5l-3 3 3 3",
  redo: "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9M10.5 3.5l3 3-3 3",
  open: "M1.8 12.8V3.2h4l1.6 2h6.8v7.6z",
  fresh: "M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3M8 7.2v4M6 9.2h4",
  save: "M8 2v7.5M5 6.7l3 3 3-3M2.5 11v2.5h11V11",
  share:
    "M6.8 9.2l2.4-2.4M7.5 4.6l1.2-1.2a2.7 2.7 0 0 1 3.9 3.9l-1.2 1.2M8.5 11.4l-1.2 1.2a2.7 2.7 0 0 1-3.9-3.9l1.2-1.2",
  help: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.2M8 11.4v.1",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  play: "M5 3l8 5-8 5z",
  stop: "M4 4h8v8H4z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  check: "M3 8.5l3.2 3.2L13 5",
  warning: "M8 2.5l6.2 11H1.8zM8 6.7v3M8 11.6v.1",
  left: "M10 3L5 8l5 5",
  right: "M6 3l5 5-5 5",
  path: "M3 12.5h6a2.5 2.5 0 0 0 0-5H6.5a2.2 2.2 0 0 1 0-4.5H13M11 1.2L13 3l-2 1.8",
  label: "M2.5 7.8V2.5h5.3l6 6-5.3 5.3zM5.3 5.3v.1",
  print: "M4.5 6V2.2h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4.3h-7z",
  code: "M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5",
  theme: "M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6M8 2.2a8 8 0 0 1 0 11.6",
  turn: "M12.8 8.5A5 5 0 1 1 11 4.2M11.2 1.8v2.8H8.4",
  mirror: "M8 2v12M6 4.5L2.5 11H6zM10 4.5l3.5 6.5H10",
  lock: "M3.5 7.2h9v6.3h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  off: "M8 9V2.5M5.5 5L8 2.5 10.5 5M2.5 9v4.5h11V9",
  "align-left": "M2.5 2v12M5 4.5h8v3H5zM5 9.5h5v3H5z",
  "align-center": "M8 2v12M3.5 4.5h9v3h-9zM5.5 9.5h5v3h-5z",
  "align-right": "M13.5 2v12M3 4.5h8v3H3zM6 9.5h5v3H6z",
  "align-top": "M2 2.5h12M4.5 5v8h3V5zM9.5 5v5h3V5z",
  "align-middle": "M2 8h12M4.5 3.5v9h3v-9zM9.5 5.5v5h3v-5z",
  "align-bottom": "M2 13.5h12M4.5 3v8h3V3zM9.5 6v5h3V6z",
  "spread-across": "M2.5 2.5v11M13.5 2.5v11M6 5h4v6H6z",
  "spread-upright": "M2.5 2.5h11M2.5 13.5h11M5 6v4h6V6z",
  defect: "M2.5 2.5h11v11h-11zM6 6l4 4M10 6l-4 4",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  place: "M8 2.5V9M5.5 6.5L8 9l2.5-2.5M2.5 9.5v4h11v-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  pen: "M10.8 2.8l2.4 2.4-7.6 7.6-3.1.7.7-3.1z",
  more: "M3.5 8v.1M8 8v.1M12.5 8v.1",
};

export function icon(name: string): SVGSVGElement {
  return s(
    "svg.icon",
    { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] ?? "" }),
  );
}

/** The mark: a sheet with its corner cut off, and the offcut beside it. */
export function mark(): SVGSVGElement {
  return s(
    "svg.mark",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", focusable: "false" },
    s("path.mark-sheet", { d: "M3 3h9.5L12.5 11.5 21 11.5V21H3z" }),
    s("path.mark-offcut", { d: "M15.5 3H21v5.5h-5.5z" }),
  );
}
