/** Nests copies of a drawing that the visitor chooses; the best layout so far can be taken at any moment. */
import { createEngine, EngineError, sheetToSvg } from "offcut";

const [file, copies, stop, summary, sheet] = ["file", "copies", "stop", "summary", "sheet"].map((id) =>
  document.getElementById(id),
);
// One engine serves the page as long as it is open; its workers end by themselves when they are idle.
const engine = await createEngine();

file.addEventListener("change", async () => {
  const controller = new AbortController();
  stop.onclick = () => controller.abort();
  stop.disabled = false;
  try {
    const { parts } = await engine.readDrawing(file.files[0]);
    const request = {
      parts: parts.map(({ exterior, holes }, i) => ({
        id: `part ${i + 1}`,
        exterior,
        holes,
        quantity: Number(copies.value),
      })),
      sheet: { width: 1000, height: 500 },
    };
    const layout = await engine.nest(request, {
      signal: controller.signal,
      timeLimitMs: 10_000,
      onProgress: ({ sheetsUsed, utilization }) => {
        summary.textContent = `Sheets: ${sheetsUsed}, ${utilization.toFixed(1)} % used …`;
      },
    });
    const { placed_parts, sheets_used, total_utilization } = layout.summary;
    summary.textContent = `Done: ${placed_parts} parts, sheets: ${sheets_used}, ${total_utilization.toFixed(1)} % used`;
    sheet.innerHTML = layout.sheets.map(({ index }) => sheetToSvg(request, layout, index)).join("");
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    summary.textContent = error.message;
  } finally {
    stop.disabled = true;
  }
});
