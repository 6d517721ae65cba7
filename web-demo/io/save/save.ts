/** The project as a file: one JSON document that holds drawings, job and result, so that opening it needs no solving. */
import type { App } from "../../app.ts";
import type { Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { download } from "../browser.ts";
import { fileStem } from "./export-files.ts";

const PROJECT_TYPE = "application/vnd.offcut+json";

export interface SavedProject {
  format: "offcut-project";
  /** Version of the package that wrote it. */
  written_by: string;
  project: Project;
}

/** Asks where to save, in browsers that let a page write to files. */
type SavePicker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

/** Into the file that was chosen before, else into one that is chosen now, else as a download; true when it is there. */
export async function saveProject({ store, workshop }: App): Promise<boolean> {
  const { project, session } = store.get();
  const name = `${fileStem(project.name)}.offcut`;
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: SavePicker };
  // The choice comes first: a browser allows it only right after a click or a key.
  const file = session.file ?? (pick ? await pickFile(pick, name) : null);
  if (file === "nowhere") return false;
  const { VERSION } = await workshop.toolbox();
  const saved: SavedProject = { format: "offcut-project", written_by: VERSION, project };
  const text = JSON.stringify(saved);
  try {
    if (file) await write(file, text);
    else download({ name, type: PROJECT_TYPE, text });
    store.update({ file, spoken: file ? `Project saved to ${file.name}.` : "Project saved." });
    return true;
  } catch (error) {
    store.update({ file: null });
    notify(store, "page", "error", `${file?.name ?? name} could not be written: ${(error as Error).message}`);
    return false;
  }
}

/** Null where the browser shows no choice to this page: in a frame of another origin, say. */
async function pickFile(pick: SavePicker, suggestedName: string) {
  try {
    const types = [{ description: "Offcut project", accept: { [PROJECT_TYPE]: [".offcut"] } }];
    return await pick({ suggestedName, types });
  } catch (error) {
    return (error as Error).name === "AbortError" ? "nowhere" : null;
  }
}

async function write(file: FileSystemFileHandle, text: string): Promise<void> {
  const stream = await file.createWritable();
  await stream.write(text);
  await stream.close();
}
