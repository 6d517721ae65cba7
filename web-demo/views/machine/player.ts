/** Plays the program of a sheet on the board: a button, a line to drag along, and the time. */
import "../../style/machine.css";
import type { App } from "../../app.ts";
import { h, setAttributes, setText } from "../../dom.ts";
import type { SheetProgram } from "../../io/save/program-file.ts";
import { count, lengthText } from "../../model/units.ts";
import { iconButton, legendKey } from "../shell/controls.ts";
import { whileShown } from "../shell/follow.ts";
import { icon } from "../shell/icons.ts";
import { timeText } from "./time.ts";

/** The whole program takes this long to play, unless it is shorter. */
const SHOW_SECONDS = 20;
const STEPS = 1000;

export function playerView(app: App, program: SheetProgram): HTMLElement {
  const { seconds } = program.picture;
  const { store } = app;
  const at = () => store.get().session.playhead;
  const clock = h("output.player-time.quiet");
  const line = h("input", {
    type: "range",
    min: 0,
    max: STEPS,
    step: 1,
    "aria-label": "Time in the program",
    oninput: () => {
      stop();
      store.update({ playhead: (seconds * Number(line.value)) / STEPS });
    },
  });
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    label();
  };
  const play = () => {
    const from = at() ?? 0;
    const begin = from >= seconds ? 0 : from;
    const speed = Math.max(1, seconds / SHOW_SECONDS);
    const started = performance.now();
    const step = (now: number) => {
      // The page moved on to another sheet, or the toolpath was put away.
      if (!element.isConnected) return;
      const time = Math.min(seconds, begin + (speed * Math.max(0, now - started)) / 1000);
      store.update({ playhead: time });
      if (time >= seconds) return stop();
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    label();
  };
  const toggle = iconButton("play", "Play", () => (frame ? stop() : play()));
  const label = () => {
    const name = frame ? "Hold" : "Play";
    setAttributes(toggle, { "aria-label": name, title: name });
    toggle.replaceChildren(icon(frame ? "pause" : "play"));
  };
  const all = iconButton("path", "Show all of the program", () => {
    stop();
    store.update({ playhead: null });
  });
  const element = h(
    "div.player-row",
    { role: "group", "aria-label": "Toolpath" },
    toggle,
    line,
    clock,
    all,
    legend(app, program),
  );
  const draw = () => {
    const time = at() ?? seconds;
    line.value = String(Math.round((STEPS * time) / Math.max(seconds, 1e-9)));
    setAttributes(line, { "aria-valuetext": `${timeText(time)} of ${timeText(seconds)}` });
    setText(clock, `${timeText(time)} of ${timeText(seconds)}`);
  };
  whileShown(app, element, ({ session }) => [session.playhead], draw);
  return element;
}

function legend({ store }: App, { picture, totals, left_out }: SheetProgram) {
  const { moves, tabs, shared_length } = picture;
  const { unit } = store.get().project;
  const { contours, cut_length, travel_length } = totals;
  const long = (mm: number) => lengthText(Math.round(mm), unit);
  const has = (wanted: string) => moves.some(({ kind }) => kind === wanted);
  return h(
    "p.board-legend.row",
    legendKey("2px solid var(--accent)", `${count(contours, "cut")}, ${long(cut_length)}`),
    legendKey("2px dashed var(--travel)", `travel ${long(travel_length)}`),
    shared_length > 0 && legendKey("2px solid var(--common)", `shared ${long(shared_length)}`),
    has("lead") && legendKey("2px solid var(--lead)", "leads"),
    has("mark") && legendKey("2px solid var(--bend)", "marks"),
    tabs.length > 0 && legendKey("4px solid var(--tab)", count(tabs.length, "tab")),
    ...left_out.map(({ what, count: number, reason }) => {
      const noun = number === 1 ? what.replace(/s$/, "") : what;
      return legendKey("2px dotted var(--bad)", `not done: ${number} ${noun}, ${reason}`);
    }),
  );
}
