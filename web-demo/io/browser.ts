/** Files that are asked of the browser or handed to it, and its printer. */
import type { Session, Store } from "../model/store.ts";

export interface NamedFile {
  name: string;
  type: string;
  text: string;
}

export function pickFiles(accept: string, take: (files: File[]) => unknown, multiple = false): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept, multiple });
  input.addEventListener("change", () => void take([...(input.files ?? [])]));
  input.click();
}

/** Hands a file to the reader as a download; nothing leaves the page. */
export function download({ name, type, text }: NamedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function printPages({ store }: { store: Store }, printing: Session["printing"]): void {
  store.update({ printing });
  window.print();
  store.update({ printing: "page" });
}
