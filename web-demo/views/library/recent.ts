/** The files that were opened last, each to be opened again; nothing where there are none. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { forget, openRecent, recentFiles } from "../../io/open/recent.ts";
import { button, iconButton } from "../shell/controls.ts";

export function recentList(app: App, done: () => void = () => {}): HTMLElement {
  const list = h("ul.recent-files", { "aria-label": "Recent files" });
  const element = h("section", { hidden: true }, h("h3", "Recent files"), list);
  const draw = async () => {
    const files = await recentFiles();
    show(element, files.length > 0);
    list.replaceChildren(
      ...files.map((file) => {
        const open = async () => {
          done();
          await openRecent(app, file);
          await draw();
        };
        const drop = iconButton("close", `Forget ${file.name}`, async () => {
          await forget(file);
          await draw();
        });
        return h(
          "li",
          button(file.name, () => void open(), { class: "link" }),
          drop,
        );
      }),
    );
  };
  void draw();
  return element;
}
