/**
 * A whole job over HTTP with types made from the service's own document: `npm run generate`, then `npm start`.
 * A key is taken from OFFCUT_KEY; without it an account is opened.
 */
import { readFile, writeFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./offcut.d.ts";

const [base = "http://localhost:3000", drawing = "../node/plate.dxf"] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: base });
const key = process.env.OFFCUT_KEY ?? (await register());
const headers = { "X-API-Key": key };

const bytes = await readFile(drawing);
const parsed = await client.POST("/v1/parse/dxf", {
  headers,
  body: { file: "" },
  bodySerializer() {
    const form = new FormData();
    form.set("file", new File([bytes], "plate.dxf"));
    return form;
  },
});
const { exterior, holes } = answerOf(parsed).data.geometry;

const sheet = { width: 500, height: 300 };
const nested = await client.POST("/v1/solve/nest-2d", {
  headers,
  params: { header: { Prefer: "wait=2" } },
  body: { parts: [{ id: "plate", exterior, holes, quantity: 6 }], sheet, config: { kerf: 0.2 } },
});
const layout = answerOf(nested);
if (!("sheets" in layout.data)) throw new Error("The nest was taken as a job");

const program = await client.POST("/v1/export/gcode", {
  headers,
  body: {
    sheet_width: sheet.width,
    sheet_height: sheet.height,
    placements: layout.data.sheets[0]!.placements.map(({ x, y, rotation }) => ({
      exterior,
      holes,
      x,
      y,
      rotation,
    })),
    config: { kerf: 0.2 },
  },
  parseAs: "text",
});
await writeFile("nest_sheet_0.gcode", String(answerOf(program)));
console.log(layout.data.summary);

async function register(): Promise<string> {
  const account = {
    email: `${crypto.randomUUID()}@example.com`,
    name: "Example",
    password: crypto.randomUUID(),
  };
  return answerOf(await client.POST("/v1/account/register", { body: account })).api_key;
}

/** What was answered; a mistake is told in `detail`. */
function answerOf<Value>({ data, error }: { data?: Value; error?: unknown }): Value {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
