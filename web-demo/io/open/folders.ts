/** Lists the files of a folder that was dropped. */

/** Its files and those of the folders in it, by name. */
export async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader tells of a hundred at a time, and of none at the end.
  for (let some = await nextOf(reader); some.length > 0; some = await nextOf(reader)) entries.push(...some);
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const files: File[] = [];
  for (const entry of entries) {
    if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)));
    // Hidden files of a system are nobody's drawing.
    else if (!entry.name.startsWith(".")) files.push(await fileOf(entry as FileSystemFileEntry));
  }
  return files;
}

function nextOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
