/** Nests two kinds of parts when the page is opened and shows the sheet. */
import { createEngine } from "offcut";

const octagon = (radius) =>
  Array.from({ length: 8 }, (_, i) => [
    radius * Math.cos((i * Math.PI) / 4),
    radius * Math.sin((i * Math.PI) / 4),
  ]);

// Spacing, margin and rotations have defaults.
const request = {
  parts: [
    {
      id: "bracket",
      exterior: [
        [0, 0],
        [120, 0],
        [120, 30],
        [30, 30],
        [30, 90],
        [0, 90],
      ],
      quantity: 12,
    },
    { id: "washer", exterior: octagon(25), holes: [octagon(12)], quantity: 20 },
  ],
  sheet: { width: 600, height: 400 },
};

const engine = await createEngine();
const { placed_parts, sheets_used, sheets } = await engine.nest(request, { timeLimitMs: 2000 });
document.querySelector("#summary").textContent =
  `${placed_parts} parts, sheets: ${sheets_used}, ${sheets[0].utilization.toFixed(1)} % used`;
document.querySelector("#sheet").innerHTML = await sheets[0].toSvg();
await engine.close();
