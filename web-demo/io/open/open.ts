/** The door for files, however they come; what opens them is fetched when the first one does. */
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";

/** Resolves when what is in them is in the project or has been refused; `quantityOf` says by name how often parts are wanted. */
export async function openFiles(
  app: App,
  files: readonly File[],
  quantityOf: (file: string) => number = () => 1,
): Promise<void> {
  const { store } = app;
  store.update({ reading: store.get().session.reading + 1 });
  try {
    const { readFiles } = await import("./open-files.ts");
    await readFiles(app, files, quantityOf);
  } catch (error) {
    notify(store, "page", "error", `The files could not be opened: ${(error as Error).message}`);
  } finally {
    store.update({ reading: store.get().session.reading - 1 });
  }
}
