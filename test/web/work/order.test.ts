/** The order desk: many parts ordered at once, from a list, a spreadsheet or by hand, and what they cost. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { drop, dxf, openApp, paste, rectangleEntity } from "../app.ts";

const DRAWINGS = 40;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const desk = () => page.getByRole("dialog", { name: "Order" });
const rows = () => [...document.querySelectorAll<HTMLElement>(".order tr[data-index]")];
const cell = (name: string) => desk().getByRole("textbox", { name, exact: true });
const orders = (app: RunningApp) =>
  app.store
    .get()
    .project.parts.map(({ id, quantity, material, thickness, priority, due }) => [
      id,
      quantity,
      material,
      thickness,
      priority,
      due,
    ]);

async function openDesk(): Promise<RunningApp> {
  const app = await openApp();
  const files = Array.from({ length: DRAWINGS }, (_, i) => {
    const outline = rectangleEntity(0, 0, 40 + i, 30);
    return new File([dxf(outline)], `plate-${i + 1}.dxf`);
  });
  const list =
    "File;Qty;Werkstoff;Dicke;Prio;Due\nplate-2.dxf;7;S235;3;2;24.12.2026\nplate-3;4;;;;\nlid;1;;;;";
  drop(...files, new File([list], "order.csv"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(DRAWINGS);
  await expect
    .element(page.getByText("The order of 2 parts taken. Not in this job: lid.").first())
    .toBeVisible();
  await button("Order").click();
  await expect.element(cell("Quantity of plate-1")).toBeVisible();
  return app;
}

it("takes a folder's list, sorts, finds, sets many parts at once and keeps all of it in a project", async () => {
  const app = await openDesk();
  expect(orders(app).slice(1, 3)).toEqual([
    ["plate-2", 7, "S235", 3, 2, "2026-12-24"],
    ["plate-3", 4, undefined, undefined, undefined, undefined],
  ]);
  // A long list has only the rows in sight.
  expect(rows().length).toBeLessThan(DRAWINGS);
  expect(rows().every((row) => Math.abs(row.offsetHeight - 36) <= 1)).toBe(true);
  await button("Qty").click();
  await button("Qty").click();
  await expect.poll(() => rows()[0]!.querySelectorAll("input")[1]!.value).toBe("plate-2");
  await page.getByRole("searchbox", { name: "Find a part, file or material" }).fill("plate-3");
  await expect.element(button("Set for 11 parts")).toBeVisible();
  await page.getByRole("combobox", { name: "Field to set" }).selectOptions("Material");
  await page.getByRole("textbox", { name: "Value to set" }).fill("AlMg3");
  await button("Set for 11 parts").click();
  await expect.poll(() => orders(app).filter(([, , material]) => material === "AlMg3").length).toBe(11);
  await page.getByRole("combobox", { name: "Field to set" }).selectOptions("Due");
  await page.getByRole("textbox", { name: "Value to set" }).fill("31.2.2026");
  await button("Set for 11 parts").click();
  await expect.element(page.getByText("“31.2.2026” is not a day such as 2026-12-24.")).toBeVisible();
  const before = orders(app);
  await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
  expect(orders(app)).toEqual(before);
});

it("pastes a column of numbers downwards, as one step", async () => {
  const app = await openDesk();
  paste("5\n6\n8", cell("Quantity of plate-4").element());
  await expect
    .poll(() =>
      orders(app)
        .slice(3, 6)
        .map(([, quantity]) => quantity),
    )
    .toEqual([5, 6, 8]);
  paste("5\nmany", cell("Quantity of plate-4").element());
  await expect
    .element(
      page.getByText("Nothing was pasted. Line 2: “many” is not a whole number", { exact: false }).last(),
    )
    .toBeVisible();
  app.store.undo();
  expect(
    orders(app)
      .slice(3, 6)
      .map(([, quantity]) => quantity),
  ).toEqual([1, 1, 1]);
});

it("shares what the sheets cost among their parts, and prints it as a quote", async () => {
  const app = await openDesk();
  await userEvent.keyboard("{Escape}");
  app.store.commit("Short search", (project) => ({ ...project, budgetMs: 500 }));
  await button(/^Nest \d+ parts$/).click();
  await expect.element(page.getByText("Ready to cut")).toBeVisible();
  await button("Order").click();
  await page.getByRole("textbox", { name: "Price of a new sheet" }).fill("80");
  await page.getByRole("textbox", { name: "Markup" }).fill("25");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("100.00 in all", { exact: false })).toBeVisible();
  const eachOf = (row: HTMLElement) => Number(row.lastElementChild!.textContent);
  const [first] = rows();
  // The area of 40 × 30 among that of all plates.
  const areas = Array.from({ length: DRAWINGS }, (_, i) => (40 + i) * 30 * (i === 1 ? 7 : i === 2 ? 4 : 1));
  expect(eachOf(first!)).toBeCloseTo((100 * 1200) / areas.reduce((a, b) => a + b, 0), 2);
  let printed = "";
  window.print = () => {
    dispatchEvent(new Event("beforeprint"));
    printed = document.querySelector(".print")!.textContent!;
    dispatchEvent(new Event("afterprint"));
  };
  await button("Print a quote").click();
  expect(printed).toContain("Quote: Untitled");
  expect(printed).toContain("Total 100.00");
});
