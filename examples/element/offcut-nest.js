/**
 * `<offcut-nest sheet="600x400" tool="3">`: an element that nests the parts it is given and shows the layout while it
 * gets better. Copy this file.
 *
 * Properties: `parts` as in a nesting request; `locked`, placements `{ part, x, y, rotation }` that stay where they are.
 * Attributes: `sheet` (WxH in mm), `tool` (diameter, the gap between parts), `margin`, `seconds`. A change of any of
 * them ends the search and begins anew. Events: `offcut-progress` and `offcut-result` with `{ plan, copies }`, each copy
 * with its part, sheet and matrix (as of DOMMatrix), and `offcut-error`. Wheel and drag zoom and pan.
 * Colours: --offcut-sheet, --offcut-part, --offcut-locked, --offcut-line.
 */
import { createEngine } from "offcut";
import { placementMatrix, svgPathOf } from "offcut/adapters";

const STYLE = `
:host { display: block; position: relative; min-height: 12rem; color: #1d2530; font: 14px/1.4 system-ui, sans-serif }
svg { display: block; width: 100%; height: 100%; min-height: inherit; touch-action: none; cursor: grab }
.sheet { fill: var(--offcut-sheet, #f4f5f7) }
path { fill: var(--offcut-part, #77aadd); fill-rule: evenodd }
path.locked { fill: var(--offcut-locked, #bbb) }
path, .sheet { stroke: var(--offcut-line, #364c63); vector-effect: non-scaling-stroke }
output { position: absolute; inset: auto 0 0 0; padding: .3em .6em; background: rgb(255 255 255 / .8) }
`;
/** Between sheets, mm. */
const GAP = 30;

export class OffcutNest extends HTMLElement {
  static observedAttributes = ["sheet", "tool", "margin", "seconds"];

  #parts = [];
  #locked = [];
  #engine;
  #running;
  #queued = false;
  #view;

  constructor() {
    super();
    this.attachShadow({
      mode: "open",
    }).innerHTML = `<style>${STYLE}</style><svg role="img" aria-label="Layout"></svg><output></output>`;
    this.#svg.addEventListener("wheel", (event) => this.#zoom(event), { passive: false });
    this.#svg.addEventListener("pointerdown", (event) => this.#svg.setPointerCapture(event.pointerId));
    this.#svg.addEventListener("pointermove", (event) => this.#pan(event));
  }

  get parts() {
    return this.#parts;
  }
  set parts(parts) {
    this.#parts = parts;
    this.#changed();
  }

  get locked() {
    return this.#locked;
  }
  set locked(placements) {
    this.#locked = placements;
    this.#changed();
  }

  connectedCallback() {
    this.#changed();
  }

  attributeChangedCallback() {
    this.#changed();
  }

  disconnectedCallback() {
    this.#running?.abort();
    this.#engine?.then((engine) => engine.close());
    this.#engine = undefined;
  }

  get #svg() {
    return this.shadowRoot.querySelector("svg");
  }

  /** Many changes at once are one. */
  #changed() {
    this.#running?.abort();
    if (this.#queued || !this.isConnected) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (this.isConnected && this.#parts.length > 0) this.#nest();
    });
  }

  async #nest() {
    const abort = new AbortController();
    this.#running = abort;
    this.#view = undefined;
    const [width, height] = (this.getAttribute("sheet") ?? "600x400").split("x").map(Number);
    const number = (name, standard) => Number(this.getAttribute(name) ?? standard);
    const request = {
      parts: this.#parts,
      sheet: { width, height },
      config: { spacing: number("tool", 3), edge_margin: number("margin", 5) },
      ...(this.#locked.length > 0 ? { fixed: [{ placements: this.#locked }] } : {}),
    };
    const show = (type, plan) => {
      if (abort.signal.aborted) return;
      const copies = this.#copiesOf(plan);
      this.#draw(plan);
      this.dispatchEvent(new CustomEvent(type, { detail: { plan, copies } }));
    };
    try {
      this.#engine ??= createEngine();
      const engine = await this.#engine;
      const plan = await engine.nest(request, {
        signal: abort.signal,
        timeLimitMs: 1000 * number("seconds", 5),
        onProgress: ({ best }) => best && show("offcut-progress", best),
      });
      show("offcut-result", plan);
      this.shadowRoot.querySelector("output").textContent += ", done";
    } catch (error) {
      if (abort.signal.aborted) return;
      this.shadowRoot.querySelector("output").textContent = error.message;
      this.dispatchEvent(new CustomEvent("offcut-error", { detail: error }));
    }
  }

  /** Every copy of every sheet, the repeated ones too. */
  #copiesOf({ sheets }) {
    let first = 0;
    return sheets.flatMap(({ count, placements }) => {
      const own = Array.from({ length: count }, (_, i) => first + i);
      first += count;
      return own.flatMap((sheet) =>
        placements.map((at) => ({ part: at.part, sheet, matrix: placementMatrix(at).values })),
      );
    });
  }

  #draw({ sheets, placed_parts, sheets_used, unplaced }) {
    const isLocked = ({ part, x, y, rotation }, sheet) =>
      sheet === 0 &&
      this.#locked.some((at) => at.part === part && at.x === x && at.y === y && at.rotation === rotation);
    let left = 0;
    const drawn = sheets.map(({ width, height, placements }, sheet) => {
      const paths = placements.map((at) => {
        const { exterior, holes = [] } = this.#parts[at.part];
        const closed = (ring) => [...ring, ring[0]];
        const d = svgPathOf({ exterior: closed(exterior), holes: holes.map(closed) });
        return `<path d="${d}" transform="${placementMatrix(at).svg}"${isLocked(at, sheet) ? ' class="locked"' : ""}/>`;
      });
      // A sheet's y runs upwards.
      const group = `<g transform="matrix(1 0 0 -1 ${left} ${height})"><rect class="sheet" width="${width}" height="${height}"/>${paths.join("")}</g>`;
      left += width + GAP;
      return group;
    });
    this.#svg.innerHTML = drawn.join("");
    this.#view ??= [0, 0, Math.max(1, left - GAP), Math.max(1, ...sheets.map(({ height }) => height))];
    this.#look();
    const missing = unplaced.reduce((sum, { count }) => sum + count, 0);
    this.shadowRoot.querySelector("output").textContent =
      `${placed_parts} parts on ${sheets_used} ${sheets_used === 1 ? "sheet" : "sheets"}${missing > 0 ? `, ${missing} without a place` : ""}`;
  }

  #look() {
    this.#svg.setAttribute("viewBox", this.#view.join(" "));
  }

  #zoom(event) {
    if (!this.#view) return;
    event.preventDefault();
    const factor = 1.001 ** event.deltaY;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.#svg.getScreenCTM().inverse(),
    );
    const [left, top, width, height] = this.#view;
    this.#view = [x - (x - left) * factor, y - (y - top) * factor, width * factor, height * factor];
    this.#look();
  }

  #pan(event) {
    if (!this.#view || event.buttons !== 1) return;
    const scale = this.#svg.getScreenCTM().a;
    this.#view[0] -= event.movementX / scale;
    this.#view[1] -= event.movementY / scale;
    this.#look();
  }
}

customElements.define("offcut-nest", OffcutNest);
