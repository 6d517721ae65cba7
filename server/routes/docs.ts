/** `/openapi.json` and `/docs`: the interface for programs and for people, and the site of the docs where it was built. */
import type { Hono } from "hono";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { docsPage } from "../docs/docs-page.ts";
import { createOpenApiDocument, type OpenApiDocument } from "../docs/openapi.ts";
import { TRY_SCRIPT } from "../docs/try.ts";

export function addDocsRoutes(app: Hono<AppEnv>, { config, site }: AppDeps): void {
  let made: OpenApiDocument | undefined;
  const openApi = () => {
    made ??= createOpenApiDocument(config.AUTH_EXPORT === "required");
    return made;
  };
  app.get("/openapi.json", (c) => c.json(openApi()));
  for (const path of ["/docs/api", ...(site ? [] : ["/docs"])])
    app.get(path, (c) => c.html(docsPage(openApi())));
  app.get("/docs/try.js", (c) =>
    c.body(TRY_SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  if (site) {
    app.get("/docs", site);
    app.get("/docs/*", site);
  }
}
