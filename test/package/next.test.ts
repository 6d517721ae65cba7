/** Does a new Next.js project build and run the package without configuration, in the browser and in a route? */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { pack, root, runFile } from "./packed.ts";

const HOME = join(root, "dist", ".frameworks", "next");
const NEXT = join(HOME, "node_modules", "next", "dist", "bin", "next");
/** A build of Next.js takes a minute of a processor, which others may want too. */
const BUILD_TIMEOUT_MS = 600_000;
const REQUEST = `{
  parts: [{ id: "a", exterior: [[0, 0], [50, 0], [50, 40], [0, 40]], quantity: 5 }],
  sheet: { width: 300, height: 200 },
}`;
const FILES = {
  "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
  "app/page.jsx": `"use client";
import { useState } from "react";
import { createEngine } from "offcut";
export default function Page() {
  const [text, setText] = useState("");
  const nest = async () => {
    const engine = await createEngine();
    setText(JSON.stringify({ placed_parts: (await engine.nest(${REQUEST})).placed_parts }));
    await engine.close();
  };
  return <main><button onClick={nest}>Nest</button><output>{text}</output></main>;
}`,
  "app/api/nest/route.js": `import { createEngine } from "offcut";
export async function GET() {
  const engine = await createEngine();
  const { placed_parts } = await engine.nest(${REQUEST});
  await engine.close();
  return Response.json({ placed_parts });
}`,
};

/** Nobody builds a second time: all that is set is that nothing is kept for that, which takes a fifth of the time. */
const WITHOUT_CACHE = {
  turbopack: "{ experimental: { turbopackFileSystemCacheForBuild: false } }",
  webpack: "{ webpack: (given) => ({ ...given, cache: false }) }",
};

describe.skipIf(!existsSync(NEXT))("a Next.js project", () => {
  beforeAll(async () => {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(HOME, name)), { recursive: true });
      writeFileSync(join(HOME, name), text);
    }
    const folder = mkdtempSync(join(tmpdir(), "offcut-next-"));
    const quietly = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    await runFile("npm", ["install", ...quietly, await pack(folder)], { cwd: HOME });
    rmSync(folder, { recursive: true });
  });

  describe.each(["turbopack", "webpack"] as const)("built by %s", (bundler) => {
    let served: ReturnType<typeof spawn>;
    let base: string;

    beforeAll(async () => {
      const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
      writeFileSync(join(HOME, "next.config.mjs"), `export default ${WITHOUT_CACHE[bundler]};`);
      const built = spawnSync(process.execPath, [NEXT, "build", `--${bundler}`], {
        cwd: HOME,
        env,
        encoding: "utf8",
      });
      expect(built.status, `${built.stdout}${built.stderr}`).toBe(0);
      const port = await freePort();
      base = `http://localhost:${port}`;
      served = spawn(process.execPath, [NEXT, "start", "-p", String(port)], { cwd: HOME, env });
      await new Promise<void>((ready) => {
        served.stdout!.on("data", (text) => /ready/i.test(String(text)) && ready());
      });
    }, BUILD_TIMEOUT_MS);
    afterAll(() => {
      served?.kill();
      rmSync(join(HOME, ".next"), { recursive: true, force: true });
    });

    it("nests in a route handler", async () => {
      expect(await (await fetch(`${base}/api/nest`)).json()).toMatchObject({ placed_parts: 5 });
    });

    it("nests in the browser", async () => {
      const browser = await chromium.launch(chromiumLaunch());
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(0);
        await page.goto(base);
        await page.getByRole("button", { name: "Nest" }).click();
        await expect.poll(() => page.locator("output").textContent()).toContain('"placed_parts":5');
      } finally {
        await browser.close();
      }
    });
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
