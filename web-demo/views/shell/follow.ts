/** Elements that follow the state. */
import type { App } from "../../app.ts";
import { setText, show } from "../../dom.ts";
import type { State } from "../../model/store.ts";

export function showWhile(
  { store }: Pick<App, "store">,
  element: HTMLElement,
  isShown: (state: State) => boolean,
): void {
  store.watch(
    (state) => [isShown(state)],
    (shown) => show(element, shown),
  );
}

export function keepText({ store }: Pick<App, "store">, element: Node, text: (state: State) => string): void {
  store.watch(
    (state) => [text(state)],
    (now) => setText(element, now),
  );
}

/** Keeps a property such as `value`, `checked` or `disabled`. */
export function keep<E extends Element, Key extends keyof E>(
  { store }: Pick<App, "store">,
  element: E,
  key: Key,
  value: (state: State) => E[Key],
): void {
  store.watch(
    (state) => [value(state)],
    (now) => {
      element[key] = now;
    },
  );
}
