/** Puts the hover texts into the declarations that the compiler has just written. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withHoverTexts } from "./hover.mjs";

const dist = new URL("../../dist/", import.meta.url);
const load = (name) => import(new URL(name, dist).href);
const schemas = { ...(await load("schemas.node.js")), ...(await load("v1.node.js")) };
// Declared on their own, and no part of what the package exports.
const { sheets } = schemas.nestPlanRequestSchema.shape;
const all = { ...schemas, sheetTypeSchema: sheets, sheetGroundSchema: sheets };
const folder = new URL(`${process.argv[2] ?? "types"}/engine/base/contract/`, dist);
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.name.endsWith(".d.ts")) continue;
  const path = join(entry.parentPath, entry.name);
  writeFileSync(path, withHoverTexts(readFileSync(path, "utf8"), all));
}
