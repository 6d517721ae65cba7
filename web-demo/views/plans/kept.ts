/** What earlier jobs have left, offered to this one. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { fitting, tellOver } from "../../io/open/rows.ts";
import { count } from "../../model/units.ts";
import { dropPreset, type Kind, onPresets, presetsOf } from "../../shop/presets.ts";
import { button } from "../shell/controls.ts";

interface Taker<Stock> {
  kind: Kind;
  /** Lines that the table of stock takes. */
  most: number;
  stocks(): readonly Stock[];
  set(label: string, stocks: Stock[]): void;
}

/** A way to put all kept offcuts into the table of stock; takes no room while there are none. */
export function keptOffcuts<Stock extends { quantity: number }>(app: App, taker: Taker<Stock>): HTMLElement {
  const { kind, most } = taker;
  const element = h("p", { class: "extra-columns" });
  const take = async () => {
    const kept = await presetsOf<Stock>(kind);
    const stocks = taker.stocks();
    const values = kept.map(({ value }) => value);
    const { kept: lines, over } = fitting(values, stocks.length, most);
    taker.set("Use kept offcuts", [...stocks, ...lines]);
    tellOver(app.store, "stock", over, most);
    for (const { name } of kept.slice(0, lines.length)) await dropPreset(kind, name);
  };
  const refresh = async () => {
    const kept = await presetsOf<Stock>(kind).catch(() => []);
    const offcuts = kept.reduce((sum, { value }) => sum + value.quantity, 0);
    show(element, offcuts > 0);
    element.replaceChildren(
      button(`Use ${count(offcuts, "kept offcut")}`, () => void take(), { class: "link" }),
    );
  };
  onPresets(() => void refresh());
  void refresh();
  return element;
}
