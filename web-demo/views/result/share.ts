/** Two dialogs that hand the job on: as a link, and as code for people who automate it. */
import type { App } from "../../app.ts";
import { h, setText } from "../../dom.ts";
import { codeOf, type Language } from "../../io/save/code.ts";
import { shareLink } from "../../io/save/share.ts";
import { button } from "../shell/controls.ts";
import { dialogView } from "../shell/dialog.ts";
import { icon } from "../shell/icons.ts";

export function shareView(app: App): HTMLElement {
  return dialogView(app, "share", "Share this job", () => {
    const link = h("textarea", { readonly: true, rows: 4, "aria-label": "Link to this job" });
    const words = h("p", { role: "status" }, "Packing the job …");
    const copy = copyButton(() => link.value);
    copy.disabled = true;
    void shareLink(app.store.get().project).then((address) => {
      link.value = address ?? "";
      copy.disabled = address === null;
      setText(
        words,
        address
          ? "The whole job is in the link itself. It opens in the other person's browser; no server sees it."
          : "This job is too large for a link. Save the project and send the file instead.",
      );
    });
    return h("div", { class: "handout" }, words, link, copy);
  });
}

export function codeView(app: App): HTMLElement {
  return dialogView(app, "code", "This job as code", () => {
    const text = h("pre", { tabindex: 0, role: "region", "aria-label": "Code" });
    const languages: readonly [Language, string][] = [
      ["javascript", "JavaScript"],
      ["curl", "curl"],
      ["json", "JSON"],
    ];
    const tabs = languages.map(([language, label]) =>
      button(label, () => choose(language), { class: "button small" }),
    );
    const choose = (language: Language) => {
      setText(text, codeOf(app.store.get().project, language));
      tabs.forEach((tab, i) => {
        tab.setAttribute("aria-pressed", languages[i]![0] === language ? "true" : "false");
      });
    };
    choose("javascript");
    return h(
      "div",
      { class: "handout" },
      h(
        "div",
        { class: "code-tabs" },
        ...tabs,
        copyButton(() => text.textContent ?? ""),
      ),
      text,
    );
  });
}

function copyButton(text: () => string): HTMLButtonElement {
  const words = document.createTextNode("Copy");
  return h(
    "button",
    {
      type: "button",
      class: "button primary copy",
      onclick: async () => {
        await navigator.clipboard.writeText(text());
        words.data = "Copied";
      },
    },
    icon("copy"),
    words,
  );
}
