/**
 * The job in a link: `#1=` and the compressed project in the address's fragment, which browsers never send anywhere.
 * Results stay out: they are large and found again. Nothing starts by itself when a link is opened.
 */
import type { Point } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { piped } from "../piped.ts";

const PREFIX = "#1=";
/** Longer links break in mail programs and messengers. */
const MOST_CHARACTERS = 12_000;
/** A fragment that unpacks to more than this is no link of ours. */
const MOST_BYTES = 20_000_000;

/** The link, or null when the job is too large for one. */
export async function shareLink(project: Project): Promise<string | null> {
  const packed = await pack(JSON.stringify({ project: slim(project) }));
  const link = `${location.origin}${location.pathname}${PREFIX}${packed}`;
  return link.length <= MOST_CHARACTERS ? link : null;
}

/** Opens the job that the address carries, and takes it out of the address. */
export async function openShared(app: App): Promise<void> {
  const { hash } = location;
  if (!hash.startsWith(PREFIX)) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const { projectOf } = await import("./restore.ts");
    const project = projectOf(
      await app.workshop.toolbox(),
      JSON.parse(await unpack(hash.slice(PREFIX.length))),
    );
    app.store.commit("Open shared job", () => project);
    app.store.update({ file: null, spoken: "Shared job opened. Start it when you are ready." });
  } catch {
    notify(app.store, "page", "error", "The link is damaged: ask for it again, or for the project file.");
  }
}

/** Without results, drawings, curves and digits that no machine follows. */
function slim(project: Project): Project {
  const round = ([x, y]: Point): Point => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
  return {
    ...project,
    layout: null,
    plans: [],
    sawn: [],
    panelPlans: [],
    sawingAt: { panel: 0, cut: 0 },
    drawings: [],
    parts: project.parts.map((part) => ({
      ...part,
      drawing: null,
      curves: null,
      exterior: part.exterior.map(round),
      holes: part.holes.map((hole) => hole.map(round)),
      ...(part.marks && { marks: part.marks.map((mark) => ({ ...mark, path: mark.path.map(round) })) }),
    })),
  };
}

async function pack(text: string): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), MOST_BYTES);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES));
}
