/** The part of gcode-toolpath that the tests use; it ships no types. */
declare module "gcode-toolpath" {
  type Vector = { x: number; y: number; z: number };
  type Modal = { motion: string; spindle: string };
  class Toolpath {
    constructor(handlers: {
      addLine(modal: Modal, from: Vector, to: Vector): void;
      addArcCurve(modal: Modal, from: Vector, to: Vector, center: Vector): void;
    });
    loadFromStringSync(program: string): void;
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default Toolpath;
}
