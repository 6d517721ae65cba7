/**
 * The drawings that were read last, kept in this browser beside the projects, so that they can be read another way after
 * a later visit too. The oldest go when there are too many; nobody is promised them.
 */
import { readFrom, settled, within } from "./shelf.ts";

const INDEX = "drawing-files";
const MOST_BYTES = 50e6;
const MOST_FILES = 300;

export interface KeptFile {
  name: string;
  kind: "dxf" | "svg";
  bytes: Uint8Array;
}

interface FileEntry {
  id: string;
  size: number;
}

const keyOf = (id: string) => `${INDEX}/${id}`;

/** Keeps the file of a drawing by the drawing's id; a browser that keeps nothing is no harm to what was read. */
export async function keepFile(id: string, { name, kind, bytes }: KeptFile): Promise<void> {
  const size = bytes.byteLength;
  if (size > MOST_BYTES) return;
  await within(["shop"], "readwrite", async (shelf) => {
    const shop = shelf("shop");
    const index: FileEntry[] = (await settled(shop.get(INDEX))) ?? [];
    index.push({ id, size });
    let total = index.reduce((sum, entry) => sum + entry.size, 0);
    while (total > MOST_BYTES || index.length > MOST_FILES) {
      const oldest = index.shift()!;
      total -= oldest.size;
      shop.delete(keyOf(oldest.id));
    }
    shop.put({ name, kind, bytes }, keyOf(id));
    await settled(shop.put(index, INDEX));
  }).catch(() => {});
}

/** The file of a drawing that an earlier visit has read, if it is still there. */
export function keptFile(id: string): Promise<KeptFile | undefined> {
  return readFrom<KeptFile>("shop", keyOf(id)).catch(() => undefined);
}
