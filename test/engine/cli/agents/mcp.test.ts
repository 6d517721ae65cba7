/** The built program as an agent uses it: through the SDK's own client, with files in allowed folders alone. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestPlanRequestSchema, nestPlanSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { nestDataSchema, nestRequestSchema } from "../../../../engine/base/contract/v1/nest.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { verifyNestAnswer } from "../../../../engine/verify/v1/v1-nest.ts";
import { drawing, dxfText, polyline } from "../../../helpers/drawing/dxf.ts";
import { box } from "../../../helpers/rings.ts";

const program = fileURLToPath(new URL("../../../../dist/cli.js", import.meta.url));
const PLATE = dxfText(drawing(polyline(box(0, 0, 100, 60), true, "CUT")), "\n");
const TOOLS = ["parse", "nest", "cut", "panels", "verify", "gcode", "dxf", "svg"];
let folder: string;
let client: Client;
/** Says of the data of each tool whether it is as the tool said. */
const promised = new Map<string, ValidateFunction>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "offcut-mcp-"));
  mkdirSync(join(folder, "shop"));
  writeFileSync(join(folder, "shop", "plate.dxf"), PLATE);
  writeFileSync(join(folder, "secret.dxf"), PLATE);
  symlinkSync(join(folder, "secret.dxf"), join(folder, "shop", "link.dxf"));
  symlinkSync(join(folder, "out.svg"), join(folder, "shop", "new.svg"));
  writeFileSync(
    join(folder, "shop", "job.json"),
    JSON.stringify({ request: { placements: [] }, options: {} }),
  );
  writeFileSync(join(folder, "shop", "plan.json"), JSON.stringify({ data: { summary: {}, sheets: [] } }));
  client = new Client({ name: "test", version: "1" });
  const args = [program, "mcp", "--allow", join(folder, "shop")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
  for (const { name, outputSchema } of (await client.listTools()).tools)
    promised.set(name, new Ajv({ strict: true }).compile(outputSchema!));
});

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

/** Answer of a tool; the SDK leaves its parts unknown. */
async function call(name: string, given: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: given });
  const content = answer.content as {
    type: string;
    text?: string;
    uri?: string;
    data?: string;
    mimeType?: string;
  }[];
  const keeps = promised.get(name)!;
  if (answer.isError !== true) expect([keeps(answer.structuredContent), keeps.errors]).toEqual([true, null]);
  return {
    failed: answer.isError === true,
    text: content.find(({ type }) => type === "text")?.text ?? "",
    data: answer.structuredContent as Record<string, unknown>,
    images: content.filter(({ type }) => type === "image"),
    links: content.flatMap(({ type, uri }) => (type === "resource_link" ? [uri!] : [])),
    /** Address of a kept document of the call, by its end. */
    kept: (name: string) => content.find(({ uri }) => uri?.endsWith(`/${name}`))?.uri ?? `no ${name}`,
  };
}

async function resource(uri: string) {
  const [content] = (await client.readResource({ uri })).contents;
  return content as { mimeType: string; text: string };
}

describe("an agent", () => {
  it("finds eight typed tools in less than 6 kB, and the whole of each in a page of its own", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    // With the 44 bytes of the message around them.
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(6000 - 44);
    for (const { name, title, annotations, outputSchema, inputSchema } of tools) {
      const writes = Object.keys(inputSchema.properties ?? {}).some((key) => /^(out|gcode|dxf)$/.test(key));
      expect([name, title, annotations?.readOnlyHint === true]).toEqual([
        name,
        expect.stringMatching(/^[A-Z]/),
        /^(parse|verify)$/.test(name),
      ]);
      expect(annotations?.readOnlyHint === true && writes).toBe(false);
      expect([name, Object.keys(outputSchema?.properties ?? {}).length > 2]).toEqual([name, true]);
    }
    const types = (name: string) =>
      tools.find((tool) => tool.name === name)!.inputSchema.properties as object;
    expect(types("nest")).toMatchObject({ spacing: { type: "number" }, strip: { type: "boolean" } });
    expect(types("cut")).toMatchObject({ optimize: { enum: ["waste", "cost"] }, stock: { type: "array" } });
    const choices = Object.fromEntries(
      TOOLS.map((name) => {
        const fields = Object.entries(types(name) as Record<string, { enum?: string[] }>);
        return [name, fields.flatMap(([field, { enum: words }]) => (words ? [field] : []))];
      }),
    );
    expect(choices).toEqual({
      parse: ["annotation"],
      nest: ["remnant", "units"],
      cut: ["optimize", "units"],
      panels: ["first-cut", "grain", "units"],
      verify: [],
      gcode: ["entry"],
      dxf: [],
      svg: [],
    });
    expect((await resource("offcut://help/nest.txt")).text).toContain("--rotation-step DEG");
    const schema = await resource("offcut://schema/nest.json");
    expect(schema.mimeType).toBe("application/json");
    expect(schema.text).toContain("Least gap between the tool paths of two parts");
  });

  it("nests drawings by their names, gets a table, data and a picture, and has files written", async () => {
    const seen = await call("parse", { files: ["plate.dxf"] });
    expect(seen.text).toContain("1 part, 100 x 60 mm overall");
    expect(seen.data).toMatchObject({ area: 6000 });
    const given = {
      files: ["plate.dxf:3"],
      sheet: "400x300",
      seconds: 1,
      gcode: "sheet.gcode",
      request: undefined,
    };
    const { failed, text, data, kept, images } = await call("nest", { ...given, spacing: 2 });
    expect(failed).toBe(false);
    expect(text).toContain("3 of 3 parts on 1 sheet");
    expect(text).toMatch(/wrote sheet\.gcode$/);
    const part = { id: "plate", exterior: box(0, 0, 100, 60), quantity: 3 };
    const request = nestRequestSchema.parse({
      parts: [part],
      sheet: { width: 400, height: 300 },
      config: { spacing: 2 },
    });
    expect(verifyNestAnswer(request, nestDataSchema.parse(data)).violations).toEqual([]);
    const picture = kept("picture.svg");
    expect(await resource(picture)).toMatchObject({
      mimeType: "image/svg+xml",
      text: expect.stringContaining("<svg"),
    });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(picture);
    const [image, ...others] = images;
    // A PNG begins with eight bytes of its own and the name of its head, then width and height.
    const bytes = Buffer.from(image!.data!, "base64");
    expect([image!.mimeType, bytes.toString("latin1", 1, 4), others]).toEqual(["image/png", "PNG", []]);
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect([width, Math.abs(height / width - 300 / 400) < 0.02]).toEqual([1000, true]);
    expect(readFileSync(join(folder, "shop", "sheet.gcode"), "utf8")).toContain("M2");
  });

  it("sends requests of its own, and has answers judged", async () => {
    const request = {
      parts: [{ id: "tile", exterior: box(0, 0, 90, 40), quantity: 5, mirror: true }],
      sheet: { width: 300, height: 200 },
    };
    const { data } = await call("nest", { request, seconds: 1 });
    expect(verifyNest(nestPlanRequestSchema.parse(request), nestPlanSchema.parse(data)).violations).toEqual(
      [],
    );
    const bars = await call("cut", {
      request: { stocks: [{ length: 6000 }], pieces: [{ id: "leg", length: 700, quantity: 9 }] },
    });
    expect(bars.text).toMatch(/2 bars, 12000 mm/);
    expect(bars.data).toMatchObject({ summary: { all_pieces_placed: true } });
    writeFileSync(join(folder, "shop", "request.json"), JSON.stringify(request));
    writeFileSync(join(folder, "shop", "answer.json"), JSON.stringify(data));
    const verdict = await call("verify", { files: ["request.json", "answer.json"] });
    expect(verdict).toMatchObject({ text: "no violations", data: { ok: true } });
    const sheet = {
      sheet_width: 200,
      sheet_height: 100,
      placements: [{ exterior: box(0, 0, 50, 50), x: 9, y: 9 }],
    };
    expect((await call("gcode", { request: sheet })).text).toContain("M2");
  });

  it("nests, has the answer judged and writes its program, each from what the call before has kept", async () => {
    const nested = await call("nest", { files: ["plate.dxf:3"], sheet: "400x300", spacing: 2, seconds: 1 });
    expect(nested.links.map((uri) => uri.replace(/^offcut:\/\/calls\/\d+\//, "")).sort()).toEqual([
      "answer.json",
      "picture.svg",
      "request.json",
      "sheet.json",
    ]);
    const [request, answer, sheet] = ["request.json", "answer.json", "sheet.json"].map(nested.kept);
    expect(JSON.parse((await resource(answer!)).text)).toEqual(nested.data);
    expect(await call("verify", { files: [request, answer] })).toMatchObject({ data: { ok: true } });
    const written = await call("gcode", { files: [sheet], machine: "grbl-laser" });
    expect(written.text).toMatch(/\nM\d+$/);
    const program = written.kept("program.gcode");
    expect((await resource(program)).text.trim()).toBe(written.text);
    const checked = { files: [program], sheet, machine: "grbl-laser" };
    expect(await call("verify", checked)).toMatchObject({ failed: false, data: { ok: true } });
    const drawn = await call("dxf", { files: [sheet] });
    expect(drawn.text).toContain("LWPOLYLINE");
    const other = await call("nest", { files: [request], margin: 50, seconds: 1 });
    expect(JSON.parse((await resource(other.kept("request.json"))).text).config.edge_margin).toBe(50);
    const mixed = await call("verify", { files: [other.kept("request.json"), answer] });
    expect(mixed).toMatchObject({ failed: false, data: { ok: false } });
  });

  it("keeps what a list of several materials has made, each by its name", async () => {
    writeFileSync(
      join(folder, "shop", "list.csv"),
      "file,quantity,material\nplate.dxf,2,oak\nplate.dxf,1,ash\n",
    );
    const nested = await call("nest", { parts: "list.csv", sheet: "400x300", seconds: 1 });
    expect(nested.data).toMatchObject({ answers: [expect.anything(), expect.anything()] });
    for (const [material, count] of [
      ["oak", 2],
      ["ash", 1],
    ] as const) {
      const [request, answer] = ["request", "answer"].map((name) => nested.kept(`${name}-${material}.json`));
      expect(JSON.parse((await resource(answer!)).text).summary.total_parts).toBe(count);
      expect(await call("verify", { files: [request, answer] })).toMatchObject({ data: { ok: true } });
      expect((await resource(nested.kept(`picture-${material}.svg`))).mimeType).toBe("image/svg+xml");
    }
  });

  it("has plans of bars and panels judged as they were kept", async () => {
    writeFileSync(join(folder, "shop", "legs.csv"), "id,length,quantity\nleg,700,9\n");
    const bars = await call("cut", { files: ["legs.csv"], stock: ["6000"], "trim-start": "10" });
    const plan = ["request.json", "answer.json"].map(bars.kept);
    expect(bars.data).toMatchObject({ status: "optimal", patterns: [{ count: 1 }, { count: 1 }] });
    expect(await call("verify", { files: plan })).toMatchObject({ data: { ok: true } });
    const other = await call("cut", { files: [plan[0]], "trim-start": "300" });
    expect(other.data).toMatchObject({ summary: { stocks_used: 2 } });
    const request = {
      stocks: [{ length: 900, width: 600 }],
      pieces: [{ id: "lid", length: 300, width: 200 }],
    };
    const panels = await call("panels", { request });
    const files = ["request.json", "answer.json"].map(panels.kept);
    expect(await call("verify", { files })).toMatchObject({ data: { ok: true } });
  });

  it("gets a program and a drawing as they are, with what there is to know as data", async () => {
    const hole = box(20, 20, 20.1, 20.1);
    const sheet = {
      sheet_width: 200,
      sheet_height: 100,
      placements: [{ exterior: box(0, 0, 50, 50), holes: [hole], x: 9, y: 9 }],
      config: { kerf: 0.2 },
    };
    const program = await call("gcode", { request: sheet, svg: "run.svg" });
    expect(program.text).toMatch(/^;[\s\S]*\nM2$/);
    expect(program.data).toMatchObject({
      kept: [expect.stringMatching(/program\.gcode$/)],
      wrote: ["run.svg"],
    });
    const filed = await call("gcode", { request: sheet, machine: "linuxcnc-plasma", out: "run" });
    expect([filed.text, filed.data]).toEqual([
      "wrote run.ngc",
      { kept: [], wrote: ["run.ngc"], warnings: expect.any(Array) },
    ]);
    const drawn = await call("svg", { files: ["plate.dxf"] });
    expect([drawn.text.slice(0, 4), drawn.images.length]).toEqual(["<svg", 1]);
    const again = await call("parse", {
      files: [(await call("dxf", { request: sheet })).kept("drawing.dxf")],
    });
    expect(again.failed).toBe(false);
  });

  it("gets an answer as data, too, that it wants in a file", async () => {
    const nested = await call("nest", {
      files: ["plate.dxf:2"],
      sheet: "400x300",
      seconds: 1,
      out: "layout.json",
    });
    expect(nested.text).toMatch(/wrote layout\.json$/);
    expect(JSON.parse(readFileSync(join(folder, "shop", "layout.json"), "utf8"))).toEqual(nested.data);
    const bars = { stocks: [{ length: 6000 }], pieces: [{ id: "leg", length: 700, quantity: 9 }] };
    const cut = await call("cut", { request: bars, plan: "bars.json" });
    const { request, ...plan } = JSON.parse(readFileSync(join(folder, "shop", "bars.json"), "utf8"));
    expect([request.pieces[0].id, plan]).toEqual(["leg", cut.data]);
  });

  it("keeps the last hundred calls, and says what it has no longer", async () => {
    const sheet = { sheet_width: 9, sheet_height: 9, placements: [] };
    const first = (await call("gcode", { request: sheet })).kept("program.gcode");
    for (let i = 0; i < 99; i++) await call("gcode", { request: sheet });
    expect((await resource(first)).text).toContain("M2");
    await call("gcode", { request: sheet });
    await expect(resource(first)).rejects.toThrow(`There is no ${first}, or no longer`);
    const { failed, text } = await call("verify", { files: [first], sheet: "job.json" });
    expect([failed, text]).toEqual([true, expect.stringContaining("or no longer")]);
    const { resources } = await client.listResources();
    const kept = resources.filter(({ uri }) => uri.startsWith("offcut://calls/"));
    expect(kept).toHaveLength(100);
    expect(kept[0]!.mimeType).toBe("text/plain");
  });

  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ["a path that leads out", "parse", { files: ["../secret.dxf"] }, /none of the allowed folders/],
    ["a whole path elsewhere", "parse", { files: ["/etc/passwd"] }, /none of the allowed folders/],
    ["a link that leads out", "parse", { files: ["link.dxf"] }, /none of the allowed folders/],
    [
      "a file to be written elsewhere",
      "nest",
      { files: ["plate.dxf"], sheet: "400x300", svg: "../out.svg" },
      /none of the allowed folders/,
    ],
    [
      "a file to be written through a link that leads out to nothing",
      "nest",
      { files: ["plate.dxf"], sheet: "400x300", svg: "new.svg" },
      /none of the allowed folders/,
    ],
    [
      "a machine elsewhere",
      "nest",
      { files: ["plate.dxf"], sheet: "400x300", machine: "../secret.dxf", gcode: "a.gcode" },
      /none of the allowed folders/,
    ],
    ["a folder elsewhere", "parse", { files: ["../none/a.dxf"] }, /none of the allowed folders/],
    ["a file that there is not", "parse", { files: ["a.dxf"] }, /a\.dxf: there is no such file or folder$/],
    ["a folder that there is not", "parse", { files: ["a/b.dxf"] }, /^a\/b\.dxf: there is no such file/],
    ["an option that there is not", "nest", { files: ["plate.dxf"], colour: "red" }, /no option "colour"$/],
    [
      "a file to be written by a tool that only reads",
      "parse",
      { files: ["plate.dxf"], out: "a.json" },
      /no option "out"/,
    ],
    ["one that is misspelt", "parse", { file: "plate.dxf" }, /no option "file": did you mean files\?/],
    [
      "a word where yes or no is asked",
      "parse",
      { files: ["plate.dxf"], "skip-bad": "no" },
      /must be true or/,
    ],
    ["a request that breaks the schema", "cut", { request: { stocks: [], pieces: [] } }, /stocks/],
    [
      "a job where verify takes a request",
      "verify",
      { files: ["job.json", "job.json"] },
      /^job\.json is a sheet, not a request; verify takes the request/,
    ],
    [
      "an answer where verify takes a request",
      "verify",
      { files: ["plan.json", "job.json"] },
      /^plan\.json is an answer, not a request/,
    ],
    [
      "a drawing that it reads and would write over",
      "nest",
      { files: ["plate.dxf"], sheet: "400x300", dxf: join(".", "plate.dxf") },
      /plate\.dxf: this file is read$/,
    ],
    [
      "one file for two answers",
      "nest",
      { files: ["plate.dxf"], sheet: "400x300", svg: "a.svg", dxf: "./a.svg" },
      /cannot both write to/,
    ],
    ["nothing at all", "nest", { sheet: "9x9" }, /needs files or a request/],
  ])("is told what is wrong with %s", async (_what, name, given, sentence) => {
    const { failed, text } = await call(name, given);
    expect([failed, text]).toEqual([true, expect.stringMatching(sentence)]);
    expect(existsSync(join(folder, "out.svg"))).toBe(false);
    expect(readFileSync(join(folder, "shop", "plate.dxf"), "utf8")).toBe(PLATE);
  });

  it("hears of tools and addresses that there are not", async () => {
    await expect(client.callTool({ name: "serve", arguments: {} })).rejects.toThrow("no tool serve");
    await expect(client.readResource({ uri: "offcut://calls/0/a.svg" })).rejects.toThrow("There is no");
  });
});
