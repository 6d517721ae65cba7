/** Elements that follow the state. */
import type { App } from "../../app.ts";
import type { State } from "../../model/store.ts";

export function showWhile(
  app: Pick<App, "store">,
  element: HTMLElement,
  isShown: (state: State) => boolean,
): void {
  keep(app, element, "hidden", (state) => !isShown(state));
}

export function keepText(app: Pick<App, "store">, element: Node, text: (state: State) => string): void {
  keep(app, element, "textContent", text);
}

/** Keeps a property such as `value`, `checked` or `disabled`. */
export function keep<E extends object, Key extends keyof E>(
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

/** Draws a part of what is shown for a while when its values change, for as long as it is shown. */
export function whileShown(
  { store }: App,
  element: HTMLElement,
  select: (state: State) => readonly unknown[],
  draw: () => void,
): void {
  let last = select(store.get());
  const stop = store.subscribe((state) => {
    if (!element.isConnected) return stop();
    const now = select(state);
    if (now.every((value, i) => value === last[i])) return;
    last = now;
    draw();
  });
  draw();
}
