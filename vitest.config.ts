/** The two projects of tests: in Node, and in a browser. */
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunch } from "./scripts/chromium.mjs";
import { askInNode, askOverHttp, endAsked } from "./test/web/commands.ts";
import { standIns, withoutLogger } from "./vite.config.ts";

/** Only for what hangs: no test comes near these, however busy the machine, and none has limits of its own. */
const TEST_TIMEOUT_MS = 900_000;
const POLL_TIMEOUT_MS = 90_000;

export default defineConfig({
  test: {
    // One less than there are processors, vitest's own choice, leaves half of a small machine idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/web/**"],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: { poll: { timeout: POLL_TIMEOUT_MS } },
        },
      },
      {
        plugins: [withoutLogger()],
        resolve: { alias: standIns("app") },
        worker: { format: "es" },
        test: {
          name: "browser",
          // Browsers do not follow the one above.
          maxWorkers: "100%",
          include: ["test/web/**/*.test.ts"],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: { poll: { timeout: POLL_TIMEOUT_MS } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Without one, whatever waits for an element waits for as long as its test may take.
            provider: playwright({ launchOptions: chromiumLaunch(), actionTimeout: POLL_TIMEOUT_MS }),
            instances: [{ browser: "chromium" }],
            commands: { askInNode, askOverHttp, endAsked },
          },
        },
      },
    ],
  },
});
