/** How a drawing is read: its unit, which gaps are closed, which decisions are turned round, what lines across a part do. */
import type { Finding } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import type { ReadSettings } from "../../io/source.ts";
import { pointBounds } from "../../model/bounds.ts";
import type { ProjectDrawing, SharedEdges } from "../../model/project.ts";
import { lengthText, parseLength, roundedLength, roundedText } from "../../model/units.ts";
import { button, choice } from "../shell/controls.ts";
import { isShared } from "./length-account.ts";
import { isDot, NAMED, type OfferedUnit, settingOf, UNITS } from "./unit-question.ts";

const GAPS = [0.05, 0.2, 0.5, 1, 2];
const OVERSHOOTS = [0, 1, 2, 5, 10, 20];
const EDGES: readonly (readonly [SharedEdges | "", string])[] = [
  ["", "as the drawing shows"],
  ["parts", "divide it"],
  ["scores", "are open cuts in it"],
];

export function readingControls(app: App, drawing: ProjectDrawing): HTMLElement {
  const controls = [unitControl, gapControl, waysBack, overshootControl, edgesControl];
  return h("div.row", ...controls.flatMap((control) => control(app, drawing)));
}

function unitControl(app: App, drawing: ProjectDrawing): HTMLElement {
  const { unit, groups = [] } = drawing;
  const names = Object.keys(UNITS) as OfferedUnit[];
  const own = names.find(
    (name) => name === unit.name || Math.abs(UNITS[name] / (unit.millimetres ?? 0) - 1) < 1e-6,
  );
  const isSvg = /\.svgz?$/i.test(drawing.name) || isDot(own ?? "");
  const known = names.filter((one) => !isDot(one) || isSvg).map((one) => [one, NAMED[one] ?? one] as const);
  const select = readingChoice(app, drawing, {
    ...{ text: "Unit", label: "Unit of NAME", value: own ?? unit.name },
    choices: own ? known : [[unit.name, unit.name], ...known],
    settings: (value) => ({ unit: settingOf(value as OfferedUnit) }),
  });
  return groups.length > 0 ? h("div", select, widthControl(app, drawing)) : select;
}

/** Any other scale: by how wide all that is drawn comes out. */
function widthControl(app: App, { id, name, unit, cutPaths, bendLines }: ProjectDrawing): HTMLElement | null {
  const shown = app.store.get().project.unit;
  const { min_x, max_x } = pointBounds([...cutPaths, ...bendLines].flat());
  const width = max_x - min_x;
  const { millimetres } = unit;
  if (!(width > 0) || millimetres === undefined) return null;
  const input: HTMLInputElement = h("input", {
    type: "text",
    inputmode: "decimal",
    value: roundedLength(width, shown),
    "aria-label": `Width of all that is drawn in ${name}`,
    onchange: () => {
      const wanted = parseLength(input.value, shown);
      const size = wanted === null ? 0 : (millimetres * wanted) / width;
      if (size > 1e-6 && size < 1e6) void rereadDrawings(app, [id], { unit: size });
      else input.value = roundedLength(width, shown);
    },
  });
  return h("label.gap-control.row.soft", "Scale to a width of", input, shown);
}

/** "Close gaps up to": reads the file again with a wider tolerance. */
function gapControl(app: App, drawing: ProjectDrawing): HTMLElement {
  const { unit } = app.store.get().project;
  return readingChoice(app, drawing, {
    ...{ text: "Close gaps", label: "Close gaps in NAME up to", value: String(drawing.joinTolerance) },
    choices: GAPS.map((mm) => [String(mm), lengthText(mm, unit)]),
    settings: (value) => ({ joinTolerance: Number(value) }),
  });
}

/** A decision of the reader that one click turns round, and another back again. */
interface Decision {
  /** The option that cuts the lines. */
  key: "annotation" | "frames" | "countersinks";
  /** Name of the lines that were left out. */
  lines: string;
  /** Sentence while they are cut. */
  cut: string;
}

const DECISIONS: readonly Decision[] = [
  { key: "annotation", lines: "dimensions", cut: "Dimensions and lettering are cut." },
  { key: "frames", lines: "frames", cut: "Frames are cut as parts." },
  { key: "countersinks", lines: "countersinks", cut: "Countersinks are cut through." },
];

export function turnedRound(
  app: App,
  { id, name }: ProjectDrawing,
  { option = {} }: Finding,
): HTMLElement | null {
  const link = (text: string, label: string, settings: ReadSettings) =>
    button(text, () => void rereadDrawings(app, [id], settings), { class: "link", "aria-label": label });
  if (option.shared_edges === "scores")
    return link("They are open cuts in one part", `Lines across parts of ${name} are open cuts`, {
      sharedEdges: "scores",
    });
  const decision = DECISIONS.find(({ key }) => option[key] === "cut");
  if (!decision) return null;
  return link("Cut them", `Cut what was left out of ${name}: ${decision.lines}`, { [decision.key]: "cut" });
}

interface WayBack {
  text: string;
  way: string;
  label: string;
  taken: boolean;
  act(): void;
}

/** Steps that somebody has taken with a drawing, each as a sentence with a link that takes it back. */
function waysBack(app: App, drawing: ProjectDrawing): HTMLElement[] {
  const { id, name, joinGaps = 0, merged = [], removed = [] } = drawing;
  const width = roundedText(joinGaps, app.store.get().project.unit);
  const again = (settings: ReadSettings, back?: "merged" | "removed") => () =>
    void rereadDrawings(app, [id], settings, back);
  const ways: WayBack[] = [
    {
      ...{ text: `Gaps up to ${width} are closed.`, way: "Open them again" },
      ...{ label: `Open the gaps of ${name} again`, taken: joinGaps > 0, act: again({ joinGaps: 0 }) },
    },
    ...DECISIONS.map(({ key, lines, cut }) => ({
      ...{ text: cut, way: "Leave them out", label: `Leave the ${lines} of ${name} out` },
      ...{ taken: drawing[key] === "cut", act: again({ [key]: null }) },
    })),
    {
      ...{ text: "Equal parts are listed once.", way: "List them apart" },
      ...{ label: `List equal parts of ${name} apart`, taken: merged.length > 0, act: again({}, "merged") },
    },
    {
      ...{ text: "Parts that were removed stay away.", way: "Bring them back" },
      ...{ label: `Bring back the parts of ${name}`, taken: removed.length > 0, act: again({}, "removed") },
    },
  ];
  return ways
    .filter(({ taken }) => taken)
    .map(({ text, way, label, act }) =>
      h("p", `${text} `, button(way, act, { class: "link", "aria-label": label })),
    );
}

function overshootControl(app: App, drawing: ProjectDrawing): HTMLElement | null {
  const { account, trimOvershoots = null } = drawing;
  const ends = (account?.overshoot ?? 0) + (account?.open ?? 0);
  if (ends === 0 && trimOvershoots === null) return null;
  const { unit } = app.store.get().project;
  return readingChoice(app, drawing, {
    ...{ text: "Trim line ends", label: "Trim line ends beyond corners in NAME" },
    value: String(trimOvershoots ?? ""),
    choices: [
      ["", "automatic"],
      ...OVERSHOOTS.map((mm) => [String(mm), mm === 0 ? "none" : `up to ${lengthText(mm, unit)}`] as const),
    ],
    settings: (value) => ({ trimOvershoots: value === "" ? null : Number(value) }),
  });
}

/** Asked where it makes a difference. */
function edgesControl(app: App, drawing: ProjectDrawing): HTMLElement | null {
  const { sharedEdges = null, account, findings } = drawing;
  const shared = (account && isShared(account)) || findings.some(({ code }) => code === "shared-edges");
  if (!shared && sharedEdges === null) return null;
  return readingChoice(app, drawing, {
    ...{ text: "Lines across a part", label: "Lines across a part of NAME", value: sharedEdges ?? "" },
    choices: EDGES,
    settings: (value) => ({ sharedEdges: (value || null) as SharedEdges | null }),
  });
}

interface ReadingChoice {
  text: string;
  /** For those who hear it, with the drawing's name for NAME. */
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  settings(value: string): ReadSettings;
}

function readingChoice(app: App, { id, name }: ProjectDrawing, spec: ReadingChoice): HTMLElement {
  const { text, choices, settings, value } = spec;
  const label = spec.label.replace("NAME", () => name);
  const take = (chosen: string) => void rereadDrawings(app, [id], settings(chosen));
  return h("label.gap-control.row.soft", text, choice(label, choices, take, value));
}
