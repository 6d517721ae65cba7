/** `/openapi.json` for programs; below `/docs` the page for people and the site of the docs, where they were built. */
import type { Hono } from "hono";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { createOpenApiDocument, type OpenApiDocument } from "../docs/openapi.ts";

export function addDocsRoutes(app: Hono<AppEnv>, { config, apiPage, site }: AppDeps): void {
  let made: OpenApiDocument | undefined;
  app.get("/openapi.json", (c) => {
    made ??= createOpenApiDocument(config.AUTH_EXPORT === "required");
    return c.json(made);
  });
  if (apiPage) {
    app.get("/docs/api", apiPage);
    app.get("/docs/api/*", apiPage);
  }
  if (site) {
    app.get("/docs", site);
    app.get("/docs/*", site);
  } else if (apiPage) {
    app.get("/docs", (c) => c.redirect("/docs/api"));
  }
}
