/** Two dialogs that hand the job on: as a link, and as code for people who automate it. */
import { keyText } from "../../actions/action.ts";
import { goToFault, projectFaults } from "../../actions/faults.ts";
import type { App } from "../../app.ts";
import { h, setText } from "../../dom.ts";
import type { Language } from "../../io/save/code.ts";
import { shareLink } from "../../io/save/share.ts";
import type { Project } from "../../model/project.ts";
import type { FieldFault } from "../../model/store.ts";
import { listed } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";
import { dialogView } from "../shell/dialog.ts";
import { icon } from "../shell/icons.ts";

export function shareView(app: App): HTMLElement {
  return dialogView(app, "share", "Share this job", () => {
    const link = h("textarea", { readonly: true, rows: 4, "aria-label": "Link to this job" });
    const words = h("p", { role: "status" }, "Packing the job …");
    const copy = copyButton(link);
    copy.disabled = true;
    const [fault] = projectFaults(app.store.get());
    if (fault) return h("div.handout.stack", ...refusal(app, fault));
    const { project } = app.store.get();
    void shareLink(project).then((address) => {
      link.value = address ?? "";
      copy.disabled = address === null;
      setText(
        words,
        address
          ? `The job is in the link itself. It opens in the other person's browser; no server sees it.${leftOutText(project)}`
          : "This job is too large for a link. Save the project and send the file instead.",
      );
    });
    return h("div.handout.stack", words, link, copy);
  });
}

/** A link would carry the last value that could be used, which is not what the page shows. */
function refusal(app: App, fault: FieldFault): HTMLElement[] {
  const show = () => {
    app.store.update({ dialog: null });
    goToFault(app, fault);
  };
  const words = `“${fault.label}” cannot be used as it is typed: there is no link until it is mended.`;
  return [h("p", { role: "status" }, words), button("Show the field", show)];
}

export function codeView(app: App): HTMLElement {
  return dialogView(app, "code", "This job as code", () => {
    const text = h("pre", { tabindex: 0, role: "region", "aria-label": "Code" });
    const languages: readonly [Language, string][] = [
      ["javascript", "JavaScript"],
      ["curl", "curl"],
      ["json", "JSON"],
    ];
    const tabs = languages.map(([language, label]) => button(label, () => void choose(language), SMALL));
    const choose = async (language: Language) => {
      tabs.forEach((tab, i) => {
        tab.setAttribute("aria-pressed", languages[i]![0] === language ? "true" : "false");
      });
      const { writeCode } = await import("../../io/save/code.ts");
      setText(text, writeCode(app.store.get().project, language));
    };
    void choose("javascript");
    return h("div.handout.stack", h("div.code-tabs.row", ...tabs, copyButton(text)), text);
  });
}

/** Lists the parts of a project that the link has no room for. */
function leftOutText({ layout, plans, panelPlans, drawings, parts }: Project): string {
  const results = layout !== null || plans.length > 0 || panelPlans.length > 0;
  const words = [
    results ? "the result" : "",
    drawings.length > 0 ? "the drawings" : "",
    parts.some(({ curves }) => curves) ? "the exact arcs" : "",
  ].filter(Boolean);
  return words.length > 0 ? ` Left out: ${listed(words, 3)}. A saved project has them.` : "";
}

function copyButton(source: HTMLElement): HTMLButtonElement {
  const words = document.createTextNode("Copy");
  return h(
    "button",
    {
      type: "button",
      class: "button primary copy",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(textOf(source));
          words.data = "Copied";
        } catch {
          // Browsers refuse it in pages without https, and where somebody has said no.
          if (source instanceof HTMLTextAreaElement) source.select();
          else getSelection()?.selectAllChildren(source);
          words.data = `Selected: press ${keyText("mod+c")}`;
        }
      },
    },
    icon("copy"),
    words,
  );
}

function textOf(source: HTMLElement): string {
  return source instanceof HTMLTextAreaElement ? source.value : (source.textContent ?? "");
}
