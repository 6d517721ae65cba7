/** Light or dark: the system's choice, unless the reader has made one on this device. */
import { keepItem, readItem } from "./storage.ts";

type Theme = "auto" | "light" | "dark";

const KEY = "offcut-theme";
const CHANGED = "offcut-theme-change";

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "auto";
}

export function isDark(): boolean {
  const theme = currentTheme();
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function restoreTheme(): void {
  applyTheme((readItem(KEY) as Theme | null) ?? "auto");
}

export function toggleTheme(): void {
  const next = isDark() ? "light" : "dark";
  applyTheme(next);
  // Without storage it holds for this visit.
  keepItem(KEY, next);
}

/** Style of an element of the class `part-color`: the colours of a part by their number. */
export function partStyle(color: number): string {
  return `--part: var(--part-${color}); --edge: var(--edge-${color})`;
}

/** Calls `listen` after every change of the theme, for as long as the element is on the page. */
export function onThemeChange(element: HTMLElement, listen: () => void): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const heard = () => {
    if (element.isConnected) return listen();
    dark.removeEventListener("change", heard);
    document.removeEventListener(CHANGED, heard);
  };
  dark.addEventListener("change", heard);
  document.addEventListener(CHANGED, heard);
}

function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event(CHANGED));
}
