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

export function onThemeChange(listen: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listen);
  document.addEventListener(CHANGED, listen);
}

function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event(CHANGED));
}
