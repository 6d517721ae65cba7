/** Is this text a project? Everything in it is checked before it replaces anything: files and links come from anywhere. */
import type { NestRequest, Ring } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { emptyProject, type Layout, type Part, PROJECT_VERSION, type Project } from "../project.ts";
import type { Toolbox } from "../workshop.ts";
import type { SavedProject } from "./save.ts";

export async function openProject(app: App, text: string): Promise<void> {
  const project = projectOf(await app.workshop.toolbox(), parseJson(text));
  app.store.commit("Open project", () => project);
  app.store.update({ spot: null, selected: null, sheet: 0, bests: [], spoken: `${project.name} opened.` });
  if (project.layout) void recheck(app, project.layout);
}

/**
 * The project in a saved document. What is missing becomes the default; what is there must satisfy the interface's
 * schemas. A result is kept only as a layout to be checked again: a file can claim anything.
 * @throws Error with a sentence for people
 */
export function projectOf(tools: Toolbox, saved: unknown): Project {
  const found = (saved as Partial<SavedProject> | null)?.project ?? (saved as Partial<Project> | null);
  if (typeof found !== "object" || found === null) throw new Error("this is no Offcut project");
  const given = found as Partial<Project>;
  if (given.version !== PROJECT_VERSION)
    throw new Error("this project was written by another version of Offcut");
  const base = { ...emptyProject(), ...given };
  const parts = base.parts ?? [];
  const sheets = tools.nestRequestSchema
    .omit({ parts: true })
    .parse({ sheet: base.sheet, config: base.config });
  const checked = parts.length > 0 ? tools.nestRequestSchema.parse({ ...sheets, parts }).parts : [];
  const bars = { ...emptyProject().bars, ...base.bars };
  if (bars.stocks.length > 0 && bars.pieces.length > 0)
    Object.assign(bars, tools.cutRequestSchema.parse(bars));
  const project: Project = {
    ...base,
    ...sheets,
    name: String(base.name).slice(0, 100),
    mode: base.mode === "bars" ? "bars" : "sheets",
    unit: base.unit === "in" ? "in" : "mm",
    parts: checked.map(
      (part, i): Part => ({
        ...part,
        color: Number(parts[i]!.color) % 10 || 0,
        drawing: parts[i]!.drawing ?? null,
      }),
    ),
    bars,
    plan: null,
    layout: null,
  };
  return { ...project, layout: layoutOf(tools, base.layout, project) };
}

function layoutOf(tools: Toolbox, saved: Layout | null | undefined, project: Project): Layout | null {
  if (!saved) return null;
  const request = tools.nestRequestSchema.safeParse(saved.request);
  const data = tools.nestDataSchema.safeParse(saved.data);
  if (!request.success || !data.success) return null;
  const { seed, elapsedMs } = saved;
  return {
    request: withSharedRings(request.data, project),
    data: data.data,
    check: null,
    seed: Number(seed) || 1,
    elapsedMs: Number(elapsedMs) || 0,
  };
}

/** Rings that equal a part's become the part's own, so that the layout is seen to answer the present job. */
function withSharedRings(request: NestRequest, project: Project): NestRequest {
  const parts = new Map(project.parts.map((part) => [part.id, part]));
  const same = (a: Ring, b: Ring) =>
    a.length === b.length && a.every(([x, y], i) => x === b[i]![0] && y === b[i]![1]);
  return {
    ...request,
    parts: request.parts.map((asked) => {
      const part = parts.get(asked.id);
      const equal =
        part !== undefined && same(part.exterior, asked.exterior) && part.holes.length === asked.holes.length;
      return equal ? { ...asked, exterior: part.exterior, holes: part.holes } : asked;
    }),
  };
}

/** Checks a layout that came from outside and notes the outcome, without making it a step to undo. */
async function recheck({ store, workshop }: App, layout: Layout): Promise<void> {
  const check = await workshop.checker.checkLast(layout.request, layout.data);
  if (store.get().project.layout === layout)
    store.amend((project) => ({ ...project, layout: { ...layout, check } }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the file is damaged: it is no JSON");
  }
}
