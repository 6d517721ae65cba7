/** Nests copies of a drawing that the visitor chooses; the best layout so far can be taken at any moment. */
import { createEngine, EngineError } from "offcut";

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
    const { parts } = await engine.read(file.files[0], { name: file.files[0].name });
    const request = {
      parts: parts.map((part) => ({ ...part, quantity: Number(copies.value) })),
      sheet: { width: 1000, height: 500 },
    };
    const plan = await engine.nest(request, {
      signal: controller.signal,
      timeLimitMs: 10_000,
      onProgress: ({ sheets_used, utilization }) => {
        summary.textContent = `Sheets: ${sheets_used}, ${utilization.toFixed(1)} % used …`;
      },
    });
    sheet.innerHTML = (await Promise.all(plan.sheets.map((one) => one.toSvg()))).join("");
    summary.textContent = `Done: ${plan.placed_parts} parts, sheets: ${plan.sheets_used}`;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    summary.textContent = error.message;
  } finally {
    stop.disabled = true;
  }
});
