/** Shapes in, a gap from the tool, a copy that stays where it is, and where every copy goes: what a program for routers needs. */
import "./offcut-nest.js";
import { outlinesFromSvgPath } from "offcut/adapters";

const [ring] = outlinesFromSvgPath(
  "M0 0A40 40 0 0 1 80 0A40 40 0 0 1 0 0ZM20 0A20 20 0 0 1 60 0A20 20 0 0 1 20 0Z",
);
const [hook] = outlinesFromSvgPath("M0 0H120V30H30V90H0Z");

const nest = document.querySelector("offcut-nest");
nest.addEventListener("offcut-result", ({ detail: { copies } }) => {
  const lines = copies.map(({ part, sheet, matrix }) => {
    return `${nest.parts[part].id} on sheet ${sheet + 1}: ${matrix.map((value) => value.toFixed(2)).join(" ")}`;
  });
  document.querySelector("#copies").textContent = lines.join("\n");
});
document
  .querySelector("#tool")
  .addEventListener("input", ({ target }) => nest.setAttribute("tool", target.value));
nest.locked = [{ part: 1, x: 20, y: 20, rotation: 0 }];
nest.parts = [
  { id: "ring", ...ring, quantity: 8 },
  { id: "hook", ...hook, quantity: 6 },
];
