/** Nests two kinds of parts when the page is opened and shows the sheet. */
import { createEngine, sheetToSvg } from "offcut";

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
const layout = await engine.nest(request, { timeLimitMs: 2000 });
const { placed_parts, sheets_used, total_utilization } = layout.summary;
document.querySelector("#summary").textContent =
  `${placed_parts} parts, sheets: ${sheets_used}, ${total_utilization.toFixed(1)} % used`;
document.querySelector("#sheet").innerHTML = sheetToSvg(request, layout, 0);
await engine.close();
