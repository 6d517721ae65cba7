/** Offcuts of earlier jobs, offered to this one. */
import type { App } from "../../app.ts";
import { freeName } from "../../collect.ts";
import { h, show } from "../../dom.ts";
import { fitting, tellOver } from "../../io/open/lists.ts";
import { count } from "../../model/units.ts";
import { freePresets, keepPresets, onPresets, type PresetKind } from "../../shop/presets.ts";
import { button } from "../shell/controls.ts";

interface Taker<Stock> {
  kind: PresetKind;
  /** Lines that the table of stock takes. */
  most: number;
  stocks(): readonly Stock[];
  set(label: string, stocks: Stock[]): void;
}

/** A way to put all kept offcuts into the table of stock; takes no room while there are none. */
export function keptOffcuts<Stock extends { id: string; quantity: number }>(
  app: App,
  { kind, most, stocks, set }: Taker<Stock>,
): HTMLElement {
  const element = h("p.row.quiet");
  const free = () => {
    const { id } = app.store.get().project;
    return freePresets<Stock>(kind, { id, names: stocks().map((stock) => stock.id) });
  };
  const take = async () => {
    const { kept, over } = fitting(await free(), stocks().length, most);
    const job = app.store.get().project.id;
    const lines = [...stocks()];
    const taken = kept.map((preset) => {
      const as = freeName(lines, preset.value.id);
      lines.push({ ...preset.value, id: as });
      return { ...preset, taken: { job, as } };
    });
    set("Use kept offcuts", lines);
    tellOver(app.store, "stock", over, most);
    await keepPresets(kind, taken);
  };
  const refresh = async () => {
    const offcuts = (await free().catch(() => [])).reduce((sum, { value }) => sum + value.quantity, 0);
    show(element, offcuts > 0);
    element.replaceChildren(
      button(`Use ${count(offcuts, "kept offcut")}`, () => void take(), { class: "link" }),
    );
  };
  onPresets(element, refresh);
  app.store.watch(({ project }) => [project.id, stocks()], refresh);
  return element;
}
