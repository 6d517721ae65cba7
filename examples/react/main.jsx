/** A page that nests anew whenever the number of copies changes. */
import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { useNest } from "./useNest.js";

const HOOK = [
  [0, 0],
  [120, 0],
  [120, 30],
  [30, 30],
  [30, 90],
  [0, 90],
];

function App() {
  const [copies, setCopies] = useState(12);
  const request = useMemo(
    () => ({
      parts: [{ id: "hook", exterior: HOOK, quantity: copies }],
      sheet: { width: 600, height: 400 },
    }),
    [copies],
  );
  const { plan, sheets, done, error } = useNest(request, { seconds: 2 });
  return (
    <main>
      <label>
        Copies{" "}
        <input
          type="number"
          min="1"
          max="200"
          value={copies}
          onChange={({ target }) => setCopies(Number(target.value) || 1)}
        />
      </label>
      <output>
        {error?.message ??
          (plan &&
            `${plan.placed_parts} parts on ${sheets.length} ${sheets.length === 1 ? "sheet" : "sheets"}${done ? ", done" : " …"}`)}
      </output>
      <div dangerouslySetInnerHTML={{ __html: sheets.join("") }} />
    </main>
  );
}

createRoot(document.querySelector("#root")).render(<App />);
