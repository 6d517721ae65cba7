/** The project as a file: one JSON document that holds drawings, job and result, so that opening it needs no solving. */
import type { App } from "../app.ts";
import type { Project } from "../project.ts";
import { download } from "./download.ts";
import { fileStem } from "./export.ts";

const PROJECT_TYPE = "application/vnd.offcut+json";

export interface SavedProject {
  format: "offcut-project";
  /** Version of the package that wrote it. */
  written_by: string;
  project: Project;
}

export async function saveProject({ store, workshop }: App): Promise<void> {
  const { VERSION } = await workshop.toolbox();
  const { project } = store.get();
  const saved: SavedProject = { format: "offcut-project", written_by: VERSION, project };
  download({ name: `${fileStem(project.name)}.offcut`, type: PROJECT_TYPE, text: JSON.stringify(saved) });
  store.update({ spoken: "Project saved." });
}
