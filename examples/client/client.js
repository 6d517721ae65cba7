/**
 * Has a running service nest two parts and write the program for the first sheet. OFFCUT_URL says where it is,
 * OFFCUT_KEY is the key of an account; without one, an account is opened. Nothing has to be installed.
 */
import { writeFile } from "node:fs/promises";

const url = process.env.OFFCUT_URL ?? "http://localhost:3000";

/** Posts JSON. What the service refuses becomes an error with its own words. */
async function post(path, body, key) {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key ? { "X-API-Key": key } : {}) },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const { detail } = await response.json();
  // 422 names every field that does not fit; everything else has a code and a sentence.
  const reasons = Array.isArray(detail)
    ? detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
    : [detail.message ?? detail];
  throw new Error(`${path} answered ${response.status}: ${reasons.join("; ")}`);
}

async function openAccount() {
  const account = { email: `client-${Date.now()}@example.com`, name: "Client", password: "correct horse" };
  const { api_key } = await (await post("/v1/account/register", account)).json();
  return api_key;
}

const key = process.env.OFFCUT_KEY ?? (await openAccount());
const parts = [
  {
    id: "plate",
    exterior: [
      [0, 0],
      [200, 0],
      [200, 120],
      [0, 120],
    ],
    holes: [
      [
        [80, 40],
        [120, 40],
        [120, 80],
        [80, 80],
      ],
    ],
    quantity: 6,
  },
  {
    id: "gusset",
    exterior: [
      [0, 0],
      [90, 0],
      [0, 90],
    ],
    quantity: 10,
  },
];
const sheet = { width: 800, height: 500 };
const { data } = await (await post("/v1/solve/nest-2d", { parts, sheet }, key)).json();
console.log(data.summary);

const partOf = new Map(parts.map((part) => [part.id, part]));
const placements = data.sheets[0].placements.map(({ part_id, x, y, rotation }) => {
  const { exterior, holes = [] } = partOf.get(part_id);
  return { exterior, holes, x, y, rotation };
});
const program = await post(
  "/v1/export/gcode",
  { sheet_width: sheet.width, sheet_height: sheet.height, placements, config: { kerf: 0.2 } },
  key,
);
await writeFile("sheet.gcode", await program.text());
