/**
 * A project of LightBurn (`.lbrn2`, and `.lbrn` with an element for each vertex) as the SVG drawing that shows the same:
 * each shape on a layer of its cut setting's name, in the colour of its index. Lengths are millimetres; y points up,
 * unless the project was saved for a machine whose axis is mirrored.
 *
 * The format has no public specification; facts from the readers of MeerK40t, lbrnts and lbrn2-to-svg.
 */
import { LIGHTBURN_COLOURS, LIGHTBURN_TOOLS } from "../../base/contract/lightburn.ts";
import type { RoleChoice } from "../../base/contract/read-options.ts";
import type { SvgElement } from "./styles/style.ts";

const COLOURS = [...LIGHTBURN_COLOURS, ...LIGHTBURN_TOOLS];
/** A vertex as text: its place, then its control points; `c0x1` without a y says that there is none. */
const VERTEX = /V\s*(\S+?)\s+([-+.\deE]+)([^V]*)/g;
const PRIMITIVE = /([LB])\s*(\d+)\s+(\d+)/g;

/** The drawing, and the roles of colours that cut settings tell. */
export function svgOfProject(project: SvgElement): {
  root: SvgElement;
  colours: Record<string, RoleChoice>;
} {
  const { MirrorX, MirrorY } = project.attributes;
  const [sx, sy] = [/true/i.test(MirrorX ?? "") ? -1 : 1, /true/i.test(MirrorY ?? "") ? 1 : -1];
  const settings = project.children.filter(({ name }) => /^CutSetting/.test(name)).map(settingOf);
  const names = new Map(settings.map(({ index, name }) => [index, name]));
  const root = element("svg", {});
  const all = element(
    "g",
    { transform: `matrix(${sx} 0 0 ${sy} 0 0)`, fill: "none", "stroke-width": "0.01" },
    root,
  );
  const shapes = new ProjectShapes(names);
  for (const shape of project.children) shapes.add(shape, all);
  const told = settings.filter(({ role }) => role !== null);
  return { root, colours: Object.fromEntries(told.map(({ index, role }) => [COLOURS[index]!, role!])) };
}

/** Lines that LightBurn fills are engraved; those that it does not output are left alone. */
function settingOf({ attributes, children }: SvgElement) {
  const value = (of: string) => children.find(({ name }) => name === of)?.attributes.Value;
  const index = Number(value("index") ?? 0);
  const isOff = value("doOutput") === "0" || attributes.type === "Tool";
  const role: RoleChoice | null = isOff ? "ignore" : attributes.type === "Scan" ? "engrave" : null;
  return { index, name: value("name") || defaultName(index), role: COLOURS[index] ? role : null };
}

function defaultName(index: number): string {
  const tool = index - LIGHTBURN_COLOURS.length;
  return tool < 0 ? `C${String(index).padStart(2, "0")}` : `T${tool + 1}`;
}

class ProjectShapes {
  /** Lists that later shapes refer to by their numbers. */
  private readonly vertices = new Map<string, string>();
  private readonly primitives = new Map<string, string>();

  constructor(private readonly names: ReadonlyMap<number, string>) {}

  add(shape: SvgElement, parent: SvgElement): void {
    if (shape.name !== "Shape" && shape.name !== "BackupPath") return;
    const { attributes } = shape;
    const inside = (of: string) => shape.children.find(({ name }) => name === of);
    // The outlines of a text lie where the text does.
    const outlines = attributes.Type === "Text" ? inside("BackupPath") : undefined;
    if (outlines) {
      this.add(outlines, parent);
      return;
    }
    const transform = `matrix(${inside("XForm")?.text.trim() || "1 0 0 1 0 0"})`;
    if (attributes.Type === "Group") {
      const group = element("g", { transform }, parent);
      for (const child of inside("Children")?.children ?? []) this.add(child, group);
      return;
    }
    const index = Number(attributes.CutIndex ?? 0);
    const label = this.names.get(index) ?? defaultName(index);
    const layer = element(
      "g",
      { "inkscape:groupmode": "layer", "inkscape:label": label, stroke: COLOURS[index] ?? "#000000" },
      parent,
    );
    const { name, ...drawn } = this.drawn(shape);
    element(name, { ...drawn, transform }, layer);
  }

  /** The SVG element of a shape. Readers tell of one with a name that they do not know. */
  private drawn(shape: SvgElement): { name: string } & Record<string, string> {
    const { Type = "", W = "0", H = "0", Cr = "0", Rx = "0", Ry = "0" } = shape.attributes;
    if (Type === "Ellipse") return { name: "ellipse", rx: Rx, ry: Ry };
    if (Type === "Rect")
      return {
        name: "rect",
        x: `${-Number(W) / 2}`,
        y: `${-Number(H) / 2}`,
        width: W,
        height: H,
        rx: Cr,
        ry: Cr,
      };
    if (Type === "Path") {
      const d = this.pathData(shape);
      if (d !== "") return { name: "path", d };
    }
    return { name: Type === "Bitmap" ? "image" : `LightBurn-${Type}` };
  }

  private pathData(shape: SvgElement): string {
    const { VertID, PrimID } = shape.attributes;
    const vertices = listOf(shape, this.vertices, VertID, ["VertList", "V", vertexText]);
    const primitives = listOf(shape, this.primitives, PrimID, ["PrimList", "P", primitiveText]);
    const points = [...vertices.matchAll(VERTEX)].map(([, x, y, handles = ""]) => {
      const handle = (of: string) => new RegExp(`c${of}x([-+.\\deE]+)c${of}y([-+.\\deE]+)`).exec(handles);
      return { at: `${Number(x)} ${Number(y)}`, leaving: handle("0"), arriving: handle("1") };
    });
    const named = [...primitives.matchAll(PRIMITIVE)].map(
      ([, kind, a, b]) => [kind, Number(a), Number(b)] as const,
    );
    // Control points may be left behind where all lines are straight.
    const kind = /line/i.test(primitives) ? "L" : "B";
    const closed = points.map((_, i) => [kind, i, (i + 1) % points.length] as const);
    let last = -1;
    return (named.length > 0 ? named : /open/i.test(primitives) ? closed.slice(0, -1) : closed)
      .map(([kind, a, b]) => {
        const [from, to] = [points[a], points[b]];
        if (!from || !to) return "";
        const move = a === last ? "" : `M${from.at}`;
        last = b;
        const [leaving, arriving] = kind === "B" ? [from.leaving, to.arriving] : [null, null];
        if (!leaving && !arriving) return `${move}L${to.at}`;
        const control = (handle: RegExpExecArray | null, at: string) =>
          handle ? `${handle[1]} ${handle[2]}` : at;
        return `${move}C${control(leaving, from.at)} ${control(arriving, to.at)} ${to.at}`;
      })
      .join("");
  }
}

/** The text of a list, of the elements that stand for it in older files, or of the list with the same number. */
function listOf(
  { children }: SvgElement,
  known: Map<string, string>,
  id: string | undefined,
  [list, single, textOf]: [list: string, single: string, textOf: (element: SvgElement) => string],
): string {
  const own =
    children.find(({ name }) => name === list)?.text ??
    children
      .filter(({ name }) => name === single)
      .map(textOf)
      .join("");
  if (own !== "" && id !== undefined) known.set(id, own);
  return own || (id === undefined ? "" : (known.get(id) ?? ""));
}

function vertexText({ attributes }: SvgElement): string {
  const { vx = "0", vy = "0", c0x, c0y, c1x, c1y } = attributes;
  const handle = (of: string, x?: string, y?: string) => (x && y ? `c${of}x${x}c${of}y${y}` : "");
  return `V${vx} ${vy}${handle("0", c0x, c0y)}${handle("1", c1x, c1y)}`;
}

function primitiveText({ attributes: { T = "L", p0 = "0", p1 = "0" } }: SvgElement): string {
  return `${T}${p0} ${p1}`;
}

function element(
  name: string,
  attributes: Record<string, string>,
  parent: SvgElement | null = null,
): SvgElement {
  const previous = parent?.children.at(-1) ?? null;
  const made: SvgElement = { name, attributes, parent, previous, children: [], text: "" };
  parent?.children.push(made);
  return made;
}
