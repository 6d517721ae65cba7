/** The site of the documentation. `scripts/site.mjs` builds it into dist/site. */
import { defineConfig } from "vitepress";
import manifest from "../../package.json";

/** Path below which the site is served: that of `npm start`, or DOCS_BASE for a host of its own. */
const base = process.env.DOCS_BASE ?? "/docs/";

export default defineConfig({
  title: "Offcut",
  description: manifest.description,
  lang: "en",
  base,
  outDir: "../dist/site",
  cacheDir: "../dist/.vitepress",
  metaChunk: true,
  // Pages of the repository that are no pages of the site, and the pages that the service makes.
  ignoreDeadLinks: [/^\.\//, /^\.?\.?\/\.\./, /^\.\.\//, /\/docs\/api$/],
  head: [["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }]],
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    config(md) {
      // Programs that run in a page get a button; the theme looks for the frame.
      const fence = md.renderer.rules.fence!;
      md.renderer.rules.fence = (tokens, i, ...rest) => {
        const html = fence(tokens, i, ...rest);
        return /^js live/.test(tokens[i]!.info) ? `<div class="live">${html}</div>` : html;
      };
    },
  },
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    search: { provider: "local" },
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
    nav: [
      { text: "Tour", link: "/getting-started" },
      { text: "Try it", link: "/live" },
      { text: "API", link: "/engine" },
      { text: "Results", link: "/results" },
    ],
    sidebar: [
      {
        text: "Begin",
        items: [
          { text: "Ten-minute tour", link: "/getting-started" },
          { text: "Try it in this page", link: "/live" },
          { text: "Recipes and environments", link: "/recipes" },
        ],
      },
      {
        text: "By task",
        items: [
          { text: "Read drawings", link: "/drawings" },
          { text: "Saw panels", link: "/panels" },
          { text: "Use the web app", link: "/app" },
          { text: "Work in a shell", link: "/cli" },
          { text: "Call it over HTTP", link: "/http" },
          { text: "Run the service", link: "/operating" },
          { text: "Threat model", link: "/security" },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "API", link: "/engine" },
          { text: "Findings", link: "/findings" },
          { text: "Terms", link: "/terms" },
        ],
      },
      {
        text: "How good it is",
        items: [
          { text: "Results", link: "/results" },
          { text: "Benchmarks", link: "/benchmarks" },
          { text: "Corpus for any engine", link: "/corpus" },
          { text: "Corpus: this release", link: "/lab/corpus-2.0.0" },
          { text: "Beside others", link: "/compare" },
          { text: "How it works", link: "/algorithms" },
        ],
      },
      {
        text: "For contributors",
        collapsed: true,
        items: [
          { text: "Extending Offcut", link: "/extending" },
          { text: "Packages", link: "/packages" },
          { text: "Lab: the diary", link: "/lab/numbers" },
          { text: "Lab: mutants", link: "/lab/mutants" },
          { text: "Lab: fuzzing", link: "/lab/fuzzing" },
        ],
      },
    ],
  },
});
