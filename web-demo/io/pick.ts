/** Asks for files of the disk. */

export function pickFiles(accept: string, take: (files: File[]) => unknown, multiple = false): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept, multiple });
  input.addEventListener("change", () => void take([...(input.files ?? [])]));
  input.click();
}
