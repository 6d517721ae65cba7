/**
 * The drawings of a saved project, with what was noticed and chosen; what is damaged of one is left out, as only its
 * reading again would miss it.
 */
import type {
  Bounds,
  DrawingGroup,
  Finding,
  Hints,
  LengthAccount,
  OpenEnd,
  Path,
  RoleChoice,
} from "../../engine/index.ts";
import type { MergedCopy, ProjectDrawing } from "../model/project.ts";
import { numberWithin, type SavedSchema } from "./valid.ts";

/** Schema of the paths of a drawing, as the toolbox has it. */
interface DrawingSchemas {
  parseDxfDataSchema: { shape: { cut_paths: SavedSchema<unknown> } };
}

const ROLES: readonly RoleChoice[] = ["cut", "bend", "extent", "engrave", "mark", "construction", "ignore"];
const PRESETS: readonly ProjectDrawing["preset"][] = ["red-cuts", "lightburn"];
const EDGES: readonly ProjectDrawing["sharedEdges"][] = ["parts", "scores"];
const SOURCES: readonly ProjectDrawing["unit"]["source"][] = ["drawing", "caller", "assumed"];
/** The reader takes no more (mm). */
const MOST = { gaps: 100, ends: 1000 };

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isText = (value: unknown) => typeof value === "string";
const isPoint = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isNumber);
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);

/** The drawings that are whole; the others are only pictures that are missed. */
export function drawingsFrom({ parseDxfDataSchema }: DrawingSchemas, given: unknown): ProjectDrawing[] {
  const { cut_paths: paths } = parseDxfDataSchema.shape;
  const arePaths = (value: unknown) => paths.safeParse(value).success;
  return (Array.isArray(given) ? given : [])
    .filter(
      (one: Partial<ProjectDrawing>) =>
        isText(one?.id) &&
        isText(one.name) &&
        isText(one.unit?.name) &&
        isNumber(one.joinTolerance) &&
        Array.isArray(one.findings) &&
        one.findings.every(isFinding) &&
        arePaths(one.cutPaths) &&
        arePaths(one.bendLines),
    )
    .map((one: ProjectDrawing) => drawingFrom(one, arePaths));
}

function drawingFrom(one: ProjectDrawing, arePaths: (value: unknown) => boolean): ProjectDrawing {
  const { id, name, joinTolerance, cutPaths, bendLines } = one;
  return {
    ...{ id, name, joinTolerance, findings: one.findings.map(respelt), cutPaths, bendLines },
    unit: unitFrom(one.unit),
    joinGaps: numberWithin(one.joinGaps, 0, MOST.gaps, 0),
    trimOvershoots: numberWithin(one.trimOvershoots, 0, MOST.ends, null),
    sharedEdges: EDGES.find((edges) => edges === one.sharedEdges) ?? null,
    annotation: one.annotation === "cut" ? "cut" : null,
    frames: one.frames === "cut" ? "cut" : null,
    countersinks: one.countersinks === "cut" ? "cut" : null,
    preset: PRESETS.find((preset) => preset === one.preset) ?? null,
    ...choicesFrom(one),
    ...noticedIn(one),
    ...(arePaths(one.markLines) ? { markLines: one.markLines as Path[] } : {}),
    ...(arePaths(one.asideLines) ? { asideLines: one.asideLines as Path[] } : {}),
    ...(arePaths(one.offLines) ? { offLines: one.offLines as Path[] } : {}),
    ...(Array.isArray(one.removed) ? { removed: one.removed.filter(isBox) } : {}),
    ...(Array.isArray(one.merged) ? { merged: one.merged.filter(isMerged) } : {}),
  };
}

function unitFrom({ name, source, millimetres }: ProjectDrawing["unit"]): ProjectDrawing["unit"] {
  const size = numberWithin(millimetres, 1e-6, 1e6, null);
  return {
    name,
    source: SOURCES.find((known) => known === source) ?? "drawing",
    ...(size === null ? {} : { millimetres: size }),
  };
}

/** Choices for names of layers, colours and line types. */
function choicesFrom({
  roles,
  colours,
  lineTypes,
}: Pick<ProjectDrawing, "roles" | "colours" | "lineTypes">): Required<
  Pick<ProjectDrawing, "roles" | "colours" | "lineTypes">
> {
  const chosen = (value: unknown) =>
    Object.fromEntries(
      Object.entries(Object(value) as object).filter((one): one is [string, RoleChoice] =>
        ROLES.includes(one[1]),
      ),
    );
  const named = Object.entries(chosen(colours)).filter(([name]) => /^#[0-9a-f]{6}$/i.test(name));
  return { roles: chosen(roles), colours: Object.fromEntries(named), lineTypes: chosen(lineTypes) };
}

/** Findings of the reader, each as far as it is whole: earlier versions have kept none of them. */
function noticedIn({ groups, openEnds, hints, account }: Partial<ProjectDrawing>): Partial<ProjectDrawing> {
  const whole = <Item>(list: unknown, is: (item: Partial<Item>) => boolean) =>
    Array.isArray(list) && list.every((item) => is(Object(item)));
  const spelt = Array.isArray(groups) ? groups.map(respelt) : undefined;
  return {
    ...(spelt && whole<DrawingGroup>(spelt, isGroup) ? { groups: spelt } : {}),
    ...(whole<OpenEnd>(openEnds, isOpenEnd) ? { openEnds } : {}),
    ...(hints && isHints(hints) ? { hints } : {}),
    ...(account && isAccount(account) ? { account } : {}),
  };
}

/** Fields of the reader that projects of version 1 spell otherwise. */
const RESPELT: Record<string, string> = { placeCount: "place_count", lineType: "line_type" };

function respelt<Item>(item: Item): Item {
  const fields = Object.entries(Object(item) as object).map(([name, value]) => [
    RESPELT[name] ?? name,
    value,
  ]);
  return Object.fromEntries(fields) as Item;
}

function isBox(box: Partial<Bounds> | null): box is Bounds {
  const { min_x, min_y, max_x, max_y } = box ?? {};
  return [min_x, min_y, max_x, max_y].every(isNumber);
}

function isMerged(one: Partial<MergedCopy> | null): boolean {
  const { at = null, with: other = null, quantity = 0 } = one ?? {};
  return isBox(at) && isBox(other) && Number.isInteger(quantity) && quantity > 0;
}

function isFinding({ message, count, at, places = [], option = {} }: Partial<Finding> = {}): boolean {
  const located = (at === undefined || isPoint(at)) && Array.isArray(places) && places.every(isPoint);
  return isText(message) && isNumber(count) && located && Object(option) === option;
}

function isGroup({ layer, colour, line_type, count, length, role, chosen }: Partial<DrawingGroup>): boolean {
  const named = [layer, colour, line_type].every(isText);
  return named && isNumber(count) && isNumber(length) && ROLES.includes(role!) && typeof chosen === "boolean";
}

function isOpenEnd({ at, to, width, layer }: Partial<OpenEnd>): boolean {
  return isPoint(at) && isPoint(to) && isNumber(width) && isText(layer);
}

function isHints({ quantity, material, thickness, from }: Partial<Hints>): boolean {
  return [quantity, thickness].every(orNull(isNumber)) && [material, from].every(orNull(isText));
}

/** All fates of a line, and the two sums beside them. */
const FATES: readonly Exclude<keyof LengthAccount, "more">[] = [
  "drawn",
  "cut",
  "open",
  "bend",
  "engrave",
  "mark",
  "construction",
  "duplicate",
  "overshoot",
  "left_out",
];

function isAccount({ more, ...fates }: Partial<LengthAccount>): boolean {
  return FATES.every((fate) => isNumber(fates[fate])) && isNumber(more?.closed) && isNumber(more?.shared);
}
