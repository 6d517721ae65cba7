/** Prints the page, or another document of the job. */
import type { App } from "../../app.ts";
import type { Session } from "../../model/store.ts";

export function printPages({ store }: Pick<App, "store">, printing: Session["printing"]): void {
  store.update({ printing });
  window.print();
  store.update({ printing: "page" });
}
