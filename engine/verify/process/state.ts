/** Is every cut made with the feed, the power, the modes and at the height that were asked for it? */
import type { Leg } from "../controller/legs.ts";
import type { Modes } from "../controller/modes.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import type { WantedState } from "../wants/wanted-settings.ts";
import type { Wants } from "../wants/wants.ts";
import type { JudgedStroke } from "./strokes.ts";

/** A difference between the program and the wish. */
export interface Difference {
  code: string;
  line: number;
  message: string;
}

/** Printed numbers are rounded: by this share, and by this in their own unit. */
const SHARE = 1e-4;
const ROUNDED = 0.01;
/** Heights are printed with two decimals or more, mm. */
export const HEIGHT = 6e-3;

const isNear = (value: number, wanted: number) =>
  Math.abs(value - wanted) <= ROUNDED + SHARE * Math.abs(wanted);

/** The differences between a stroke and what is wanted of it, one for each kind. */
export function differencesOf(
  judged: JudgedProgram,
  stroke: JudgedStroke,
  wanted: WantedState,
): Difference[] {
  const { legs, wants } = judged;
  const found = new Map<string, Difference>();
  const add = (code: string, line: number, message: string) => {
    if (!found.has(code)) found.set(code, { code, line, message });
  };
  let [modes, feed, power]: [Modes | null, number, number] = [null, -1, -1];
  for (let i = stroke.first; i <= stroke.last; i++) {
    const leg = legs.look(i);
    const { line } = leg;
    if (leg.feed !== feed && !isNear(leg.feed, wanted.feed_rate) && !leg.borrowed)
      add("wrong-feed", line, `cuts at F${leg.feed}, not at F${wanted.feed_rate}`);
    if (leg.power !== power && !hasPower(wants, leg.power, wanted))
      add("wrong-power", line, `cuts with S${leg.power}, not with S${wanted.power}`);
    if (leg.modes !== modes)
      for (const [code, message] of modesWrong(wants, leg.modes, wanted)) add(code, line, message);
    if (!isHeightRight(judged, leg, wanted)) add("wrong-height", line, heightMessage(leg));
    ({ modes, feed, power } = leg);
  }
  return [...found.values()];
}

function hasPower({ machine }: Wants, power: number, wanted: WantedState): boolean {
  return machine.tool?.power?.word === null || isNear(power, wanted.power);
}

type WrongState = [code: string, message: string];

/**
 * The differences between the controller's state and the wanted one where the tool pierces a hole and cuts nothing else. A
 * laser may use constant power there, because power that follows the speed is 0 where the head stands.
 */
export function pierceWrong(wants: Wants, power: number, modes: Modes, wanted: WantedState): WrongState[] {
  const isConstant = wants.process === "laser" && modes.spindle === "3";
  const wrong = modesWrong(wants, modes, wanted).filter(([code]) => !isConstant || code !== "wrong-spindle");
  if (hasPower(wants, power, wanted)) return wrong;
  return [["wrong-power", `pierces with S${power}, not with S${wanted.power}`], ...wrong];
}

function modesWrong(wants: Wants, modes: Modes, wanted: WantedState): WrongState[] {
  const { machine } = wants;
  const { grammar } = wants.post;
  const { blend, tool } = modes;
  const offsets = machine.work_offset ? [machine.work_offset.slice(1)] : ["", "54"];
  const most = machine.motion?.path_tolerance ?? 0.01;
  const rows: [code: string, isRight: boolean, message: string][] = [
    ["wrong-plane", modes.plane === "17", `cuts in plane G${modes.plane}`],
    ["wrong-feed-mode", modes.feedMode === "94", `cuts with feeds as G${modes.feedMode} takes them`],
    ["wrong-offset", offsets.includes(modes.workOffset), `cuts in the coordinates of G${modes.workOffset}`],
    ["zero-moved", !modes.shifted, "cuts after its zero was moved"],
    ["wrong-offset", modes.compensation === "40", `cuts with the offset of G${modes.compensation}`],
    [
      "wrong-blend",
      !grammar.blend || (blend >= 0 && blend <= most + 1e-4),
      "cuts without G64 and a tolerance",
    ],
    [
      "wrong-blend",
      grammar.blend || blend <= most + 1e-4,
      "cuts with corners rounded by more than was asked",
    ],
    ["wrong-tool", !grammar.tools || wanted.tool === null || tool === wanted.tool, `cuts with tool ${tool}`],
    ["wrong-height-control", modes.heightControl === holdsHeight(wants, wanted), heightControlMessage(modes)],
  ];
  return [
    ...rows.filter(([, isRight]) => !isRight).map(([code, , message]): WrongState => [code, message]),
    ...spindleWrong(wants, modes),
    ...airWrong(wants, modes, wanted),
    ...lengthWrong(wants, modes, wanted),
  ];
}

/** Only some controllers have words for it. */
function holdsHeight({ post }: Wants, { thc }: WantedState): boolean {
  return post.templates.height_control_off.length === 0 || thc;
}

function heightControlMessage({ heightControl }: Modes): string {
  return `cuts with the height control ${heightControl ? "on" : "off"}`;
}

function spindleWrong(
  { process, machine, post }: Wants,
  { spindle, spindleNumber, inline }: Modes,
): WrongState[] {
  const { beam, spindle_number: number } = post.grammar;
  const words =
    process === "laser" ? ((machine.tool?.mode && beam[machine.tool.mode]) ?? beam.default) : "M3";
  const wanted = words.slice(1, 2);
  if (spindle !== wanted) return [["wrong-spindle", `cuts under M${spindle}, not under M${wanted}`]];
  const isInline = words.endsWith("I1");
  if (inline !== isInline) return [["wrong-spindle", `cuts ${inline ? "with" : "without"} inline power`]];
  return spindleNumber === number ? [] : [["wrong-spindle", `cuts with spindle $${spindleNumber}`]];
}

function airWrong({ machine }: Wants, { coolant }: Modes, { air }: WantedState): WrongState[] {
  const wanted = machine.tool?.air && air ? machine.tool.air.on.slice(1) : "";
  return coolant === wanted
    ? []
    : [["wrong-air", `cuts ${coolant === "" ? "without air" : `with M${coolant}`}`]];
}

/** A tool is as long as its table says, where the controller has one. */
function lengthWrong({ post }: Wants, { lengthOffset, tool }: Modes, wanted: WantedState): WrongState[] {
  const own = wanted.tool === null ? tool : (wanted.tool_length ?? tool);
  const right = post.grammar.tools && tool !== 0 ? own : 0;
  return lengthOffset === right ? [] : [["wrong-length", `cuts with the length of tool ${lengthOffset}`]];
}

/** A cutter no deeper than asked, a torch at the height of its cut, a beam in focus. */
function isHeightRight(
  { wants, isRouter, course }: JudgedProgram,
  { z0, z1 }: Leg,
  wanted: WantedState,
): boolean {
  const { machine, process } = wants;
  const low = Math.min(z0, z1);
  if (isRouter) return low >= -wanted.depth - HEIGHT;
  const cut = machine.z?.cut;
  if (process === "laser") return isFocus(low, wanted) && low === Math.max(z0, z1);
  if (cut !== undefined) return Math.abs(z0 - cut) <= HEIGHT && Math.abs(z1 - cut) <= HEIGHT;
  return low === Number.NEGATIVE_INFINITY || !course.usesZ || machine.templates !== undefined;
}

/** The focus is where it was left, or one of the heights that its passes ask for. */
function isFocus(z: number, { z_step: zStep, passes }: WantedState): boolean {
  if (z === Number.NEGATIVE_INFINITY) return zStep === 0 || passes === 1;
  if (zStep === 0) return Math.abs(z) <= HEIGHT;
  const pass = Math.round(-z / zStep);
  return pass >= 0 && pass < passes && Math.abs(z + pass * zStep) <= HEIGHT;
}

function heightMessage({ z0, z1 }: Leg): string {
  return `cuts at Z${Math.min(z0, z1)}, which was not asked for`;
}
