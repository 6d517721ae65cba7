/** The move that panels are searched by: some pieces are taken out by lot, and all that are left are put back. */
import { randomIndex, randomUnit } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { FillOrder, fill, sortLeft } from "../layout/fill-panel";
import { clearStrip } from "../layout/mend";
import {
  auditDraft,
  closePanel,
  Panel,
  PanelNode,
  panelAt,
  panelCount,
  removePiece,
} from "../layout/panel-tree";
import { chooseBy, WorthRule } from "../layout/place";
import { isSawable } from "../layout/sawable";
import { BLINK } from "../model/panel-tuning";

/** Addresses of the pieces of a panel. */
let pieces: Ints = changetype<Ints>(0);

export function openRuin(most: i32): void {
  pieces = reserveRawInts(most);
}

/** Takes out some or all pieces of one or two panels, or strips. */
export function ruin(): void {
  if (panelCount() === 0) return;
  const kind = randomUnit();
  if (kind < 0.2) {
    for (let panels = randomIndex(2); panels >= 0 && panelCount() > 0; panels--) {
      const panel = anyPanel();
      removeFrom(panel, randomIndex(4) === 0 ? panel.pieces : 1 + <i32>randomIndex(panel.pieces));
    }
    return;
  }
  if (kind < 0.6) {
    for (let strips = 1 + randomIndex(3); strips > 0 && panelCount() > 0; strips--) removeStrip(anyPanel());
    return;
  }
  // Many strips from two panels leave more room in one place than strips from everywhere.
  const first = anyPanel();
  const second = anyPanel();
  for (let strips = 1 + randomIndex(8); strips > 0; strips--) {
    const panel = randomIndex(2) === 0 ? first : second;
    if (panel.pieces > 0) removeStrip(panel);
  }
}

/** Puts back what it can, larger pieces first, in an order and by a rule that are drawn by lot. */
export function recreate(): void {
  sortLeft(randomIndex(FillOrder.COUNT), 0.3 * randomUnit());
  chooseBy(randomIndex(WorthRule.COUNT), BLINK);
  fill(true);
  if (!ASC_NO_ASSERT) auditDraft();
}

/** True when every panel under way can be sawn. */
export function allSawable(): bool {
  for (let k = 0; k < panelCount(); k++) if (!isSawable(panelAt(k))) return false;
  return true;
}

export function anyPanel(): Panel {
  return panelAt(randomIndex(panelCount()));
}

/** Takes `count` pieces off a panel by lot, and closes it when nothing is left. */
export function removeFrom(panel: Panel, count: i32): void {
  let all = 0;
  for (let section = panel.first; section; section = section.next) {
    for (let strip = section.first; strip; strip = strip.next) {
      for (let piece = strip.first; piece; piece = piece.next) pieces[all++] = <i32>changetype<usize>(piece);
    }
  }
  for (let i = 0; i < count; i++) {
    const at = i + <i32>randomIndex(all - i);
    const piece = pieces[at];
    pieces[at] = pieces[i];
    removePiece(changetype<PanelNode>(<usize>piece));
  }
  spend(<f64>(all + 4 * count));
  if (panel.pieces === 0) closePanel(panel);
}

/** Takes a strip off a panel by lot. */
function removeStrip(panel: Panel): void {
  let section = panel.first;
  for (let i = <i32>randomIndex(panel.parts); i > 0; i--) section = section.next;
  let strip = section.first;
  for (let i = <i32>randomIndex(section.parts); i > 0; i--) strip = strip.next;
  clearStrip(strip);
  if (panel.pieces === 0) closePanel(panel);
}
