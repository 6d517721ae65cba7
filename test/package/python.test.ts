/** The Python client with the built command line and a running service. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startService } from "../server/support/process.ts";
import { runFile } from "./packed.ts";

const client = fileURLToPath(new URL("../../clients/python", import.meta.url));
const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

it("works from Python, through the command line and over HTTP", async ({ skip }) => {
  if (spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status !== 0)
    skip("there is no Python 3.9 or newer here");
  const service = await startService(":memory:");
  try {
    const env = {
      ...process.env,
      OFFCUT_CLI: JSON.stringify([process.execPath, program]),
      OFFCUT_URL: service.url,
    };
    const { stderr } = await runFile("python3", ["-m", "unittest", "discover", "-s", "tests"], {
      cwd: client,
      env: { ...env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" },
    });
    expect(stderr).toMatch(/Ran 17 tests[\s\S]*OK\s*$/);
  } finally {
    await service.end();
  }
});
