/** Bytes of a list of bars, panels or parts, as a spreadsheet saves it. */
import { decodeText, readBarList, readPanelList, readPartList } from "../../../engine/read/lists/index.ts";
import { answered, expectNumbers } from "../engine.ts";

export async function fuzz(data: Uint8Array): Promise<void> {
  const text = decodeText(data);
  for (const read of [readBarList, readPanelList, readPartList]) {
    const list = await answered(() => read(text, "list.csv"), ["INVALID_INPUT"]);
    expectNumbers(list, read.name);
  }
}
