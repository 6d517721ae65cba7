/** Files that leave the page while a field holds something unusable, and settings before anything is nested. */
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { downloads, drop, openApp, PLATE, paste } from "../app.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });

it("no link carries another value than the one that is shown, and a file says which it does", async () => {
  const app = await openApp();
  await userEvent.fill(field("Kerf"), "abc");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("radio", { name: "Bars" }).click();
  await button("Share link").click();
  const dialog = page.getByRole("dialog", { name: "Share this job" });
  await expect.element(dialog.getByText(/^“Kerf” cannot be used as it is typed/)).toBeVisible();
  await expect.element(field("Link to this job")).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Show the field" }).click();
  await expect.element(field("Kerf")).toHaveFocus();
  expect(app.store.get().project.mode).toBe("sheets");
  const [file] = await downloads(1, () => button("Save project").click());
  expect(JSON.parse(file!.text).project.config.kerf).toBe(0);
  await expect.element(page.getByText(/^“Kerf” cannot be used as typed/).first()).toBeVisible();
  await userEvent.fill(field("Kerf"), "0.2");
  await userEvent.keyboard("{Enter}");
  await button("Share link").click();
  const link = () => (field("Link to this job").element() as HTMLTextAreaElement).value;
  await expect.poll(link).toContain("#1=");
});

it("the machine is there before a layout", async () => {
  const app = await openApp();
  await page
    .getByRole("combobox", { name: "Which machine cuts this job?" })
    .selectOptions("Other laser (GRBL)");
  await page.getByText("Speeds, leads, your own machines").click();
  await userEvent.fill(field("Travel"), "2400");
  await userEvent.keyboard("{Enter}");
  expect(app.store.get().project.machine?.defaults?.travel_rate).toBe(2400);
});

it("rows pasted into a stock that is empty are its stock", async () => {
  const app = await openApp();
  await page.getByRole("radio", { name: "Bars" }).click();
  const stock = page.getByText(/^Type the bars you have/);
  await expect.element(stock).toBeVisible();
  paste("Tube\t6000\t4\nTube\t3000\t2\n", stock.element());
  const bars = () => app.store.get().project.bars;
  await expect.poll(() => bars().stocks.map(({ length }) => length)).toEqual([6000, 3000]);
  expect(bars().pieces).toEqual([]);
});

it("a link says what it has no room for, and is selected where the browser does not let it be copied", async () => {
  const app = await openApp();
  drop(new File([PLATE], "plate.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  await app.solver.start();
  // As in a page without https.
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "clipboard");
  });
  await button("Share link").click();
  await expect
    .element(
      page.getByText(/Left out: the result, the drawings, the exact arcs\. A saved project has them\.$/),
    )
    .toBeVisible();
  const link = field("Link to this job").element() as HTMLTextAreaElement;
  await page.getByRole("dialog", { name: "Share this job" }).getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByRole("button", { name: /^Selected: press / })).toBeVisible();
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
});
