/** What do pointers and the wheel ask of the board? Positions are CSS pixels from the canvas's upper left corner. */

export interface Gesture {
  pan(dx: number, dy: number): void;
  zoom(x: number, y: number, factor: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number): void;
  fit(): void;
}

/** A pointer that moved less than this between down and up has clicked. */
const CLICK = 4;

export function trackGestures(canvas: HTMLCanvasElement, gesture: Gesture): void {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (down.size === 1) travelled = 0;
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
    if (other) {
      const factor =
        Math.hypot(x - other.x, y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      if (Number.isFinite(factor)) gesture.zoom((x + other.x) / 2, (y + other.y) / 2, factor);
      gesture.pan((x - before.x) / 2, (y - before.y) / 2);
    } else if (travelled > CLICK) gesture.pan(x - before.x, y - before.y);
  });
  const up = (event: PointerEvent) => {
    const clicked = down.delete(event.pointerId) && down.size === 0 && travelled <= CLICK;
    if (clicked && event.type === "pointerup" && event.button === 0)
      gesture.click(event.offsetX, event.offsetY);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => gesture.leave());
  canvas.addEventListener("dblclick", () => gesture.fit());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Line mode (Firefox) counts about 16 pixels a line; a pinch on a touchpad arrives as a wheel with Ctrl.
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
      const speed = event.ctrlKey ? 0.01 : 0.0018;
      gesture.zoom(event.offsetX, event.offsetY, Math.exp(-pixels * speed));
    },
    { passive: false },
  );
}
