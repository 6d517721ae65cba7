/**
 * While a value is being typed the page shows what no result answers yet: badge and exports are grey from the first key on,
 * and until the field is left or has its old text again.
 */
import type { App } from "../../app.ts";

/** Names, and fields that no result depends on before something else is done with them. */
const APART = ".part-name, .shape-form, .inspector";

export function watchTyping({ store }: App, root: HTMLElement): void {
  let before = "";
  const note = (typing: boolean) => {
    if (store.get().session.typing !== typing) store.update({ typing });
  };
  const onField = (type: string, does: (field: HTMLInputElement) => void) =>
    root.addEventListener(type, ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "text" && !target.closest(APART))
        does(target);
    });
  onField("focusin", (field) => {
    before = field.value;
  });
  onField("input", (field) => note(field.value !== before));
  const settle = (field: HTMLInputElement) => {
    before = field.value;
    note(false);
  };
  onField("change", settle);
  // Gives a field the text back that was last good.
  root.addEventListener("keyup", ({ key, target }) => {
    if (key === "Escape" && target instanceof HTMLInputElement) settle(target);
  });
  onField("focusout", () => note(false));
}
