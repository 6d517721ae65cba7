/** Turns pointers and the wheel into gestures on the board. Positions are CSS pixels from the canvas's upper left corner. */

/** Keys and kind of the pointer while something is pressed or dragged. */
export interface Press {
  touch: boolean;
  /** Adds to what is picked, or keeps to steps. */
  shift: boolean;
  /** Nothing snaps. */
  alt: boolean;
  /** Where it is on the page, outside of the canvas too. */
  clientX: number;
  clientY: number;
}

export interface DragHold {
  move(x: number, y: number, press: Press): void;
  drop(press: Press): void;
  cancel(): void;
}

export interface Gesture {
  /** Finds what can be dragged from here; null to pan. */
  grab(x: number, y: number, press: Press): DragHold | null;
  pan(dx: number, dy: number): void;
  zoom(x: number, y: number, factor: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number, press: Press): void;
  fit(x: number, y: number): void;
}

/** A pointer that moved less than this between down and up has clicked. */
const CLICK = 4;

/** Listens on the canvas; returns how to give up what is being dragged. */
export function trackGestures(canvas: HTMLCanvasElement, gesture: Gesture): () => boolean {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let hold: DragHold | null = null;
  const giveUp = () => {
    if (!hold) return false;
    hold.cancel();
    hold = null;
    return true;
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    canvas.setPointerCapture(event.pointerId);
    const [x, y] = [event.offsetX, event.offsetY];
    down.set(event.pointerId, { x, y });
    if (down.size > 1) return void giveUp();
    travelled = 0;
    hold = event.button === 0 ? gesture.grab(x, y, pressOf(event)) : null;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = [event.offsetX, event.offsetY];
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") gesture.hover(x, y);
      return;
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, { x, y });
    travelled += Math.hypot(x - before.x, y - before.y);
    if (other) pinch(gesture, before, { x, y }, other);
    else if (travelled <= CLICK) return;
    else if (hold) hold.move(x, y, pressOf(event));
    else gesture.pan(x - before.x, y - before.y);
  });
  const up = (event: PointerEvent) => {
    const alone = down.delete(event.pointerId) && down.size === 0;
    const done = event.type === "pointerup" && event.button === 0;
    if (alone && done && travelled <= CLICK) {
      hold = null;
      gesture.click(event.offsetX, event.offsetY, pressOf(event));
    } else if (alone && hold && done) {
      const dropped = hold;
      hold = null;
      dropped.drop(pressOf(event));
    } else if (!done) giveUp();
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => gesture.leave());
  canvas.addEventListener("dblclick", ({ offsetX, offsetY }) => gesture.fit(offsetX, offsetY));
  canvas.addEventListener("wheel", (event) => turnWheel(gesture, event), { passive: false });
  return giveUp;
}

function pressOf(event: PointerEvent): Press {
  const { shiftKey, altKey, ctrlKey, metaKey, clientX, clientY } = event;
  const touch = event.pointerType === "touch";
  return { touch, shift: shiftKey || ctrlKey || metaKey, alt: altKey, clientX, clientY };
}

interface ScreenPoint {
  x: number;
  y: number;
}

/** One of two fingers has moved. */
function pinch(gesture: Gesture, before: ScreenPoint, now: ScreenPoint, other: ScreenPoint): void {
  const factor =
    Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
  if (Number.isFinite(factor)) gesture.zoom((now.x + other.x) / 2, (now.y + other.y) / 2, factor);
  gesture.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
}

function turnWheel(gesture: Gesture, event: WheelEvent): void {
  event.preventDefault();
  // Line mode (Firefox) counts about 16 pixels a line; a pinch on a touchpad arrives as a wheel with Ctrl.
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
  const speed = event.ctrlKey ? 0.01 : 0.0018;
  gesture.zoom(event.offsetX, event.offsetY, Math.exp(-pixels * speed));
}
