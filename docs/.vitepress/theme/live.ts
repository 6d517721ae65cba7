/** Programs of a page that its reader can change and run: each is a module that imports the package beside the site. */

/** Entries of the package by the files that lie in the folder of the engine. */
const FILES: Record<string, string> = { offcut: "index.js" };

/** Gives every program that is marked as live a button. Programs that have one already stay as they are. */
export function enliven(document: Document, engine: URL): void {
  for (const frame of document.querySelectorAll<HTMLElement>(".live:not([data-ready])")) {
    const code = frame.querySelector<HTMLElement>("pre code");
    if (!code) continue;
    frame.dataset.ready = "";
    code.contentEditable = "plaintext-only";
    code.spellcheck = false;
    code.setAttribute("role", "textbox");
    code.setAttribute("aria-multiline", "true");
    code.setAttribute("aria-label", "Program, which can be changed");
    const bar = document.createElement("div");
    bar.className = "live-bar";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Run";
    const note = document.createElement("span");
    note.textContent = "Change it and run it: it solves in this page, nothing is sent.";
    const output = document.createElement("div");
    output.className = "live-output";
    output.setAttribute("aria-live", "polite");
    bar.append(button, note);
    frame.append(bar, output);
    const start = () => run(code.innerText, { engine, button, output });
    button.addEventListener("click", start);
    code.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
    });
  }
}

interface Stage {
  engine: URL;
  button: HTMLButtonElement;
  output: HTMLElement;
}

let runs = 0;
/** Whether this browser reads `await using`; asked when the first program is run. */
let readsUsing: Promise<boolean> | undefined;

async function run(text: string, { engine, button, output }: Stage): Promise<void> {
  button.disabled = true;
  button.textContent = "Running …";
  output.replaceChildren();
  const name = `offcutRun${runs++}`;
  const host = globalThis as unknown as Record<string, unknown>;
  host[name] = (...values: unknown[]) => output.append(...values.map(shown));
  const start = performance.now();
  const program = programFrom(text, name, engine);
  try {
    readsUsing ??= runModule("await using none = null;").then(
      () => true,
      () => false,
    );
    // The workers of an engine that is not closed end by themselves, and with the page.
    await runModule((await readsUsing) ? program : program.replaceAll("await using ", "const "));
    output.append(line(`done after ${Math.round(performance.now() - start)} ms`, "live-time"));
  } catch (error) {
    output.append(line(String(error), "live-error"));
  } finally {
    delete host[name];
    button.disabled = false;
    button.textContent = "Run";
  }
}

async function runModule(program: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  try {
    await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The program with the addresses of the package, and a console of its own. */
function programFrom(text: string, name: string, engine: URL): string {
  const program = text.replace(/from "(offcut(?:\/(\w+))?)"/g, (_, entry: string, part?: string) => {
    const file = FILES[entry] ?? `${part}.js`;
    return `from ${JSON.stringify(new URL(file, engine).href)}`;
  });
  const log = `globalThis[${JSON.stringify(name)}]`;
  return `const console = { ...globalThis.console, log: ${log}, error: ${log} };\n${program}`;
}

function shown(value: unknown): HTMLElement {
  if (typeof value === "string" && value.startsWith("<svg")) {
    const picture = document.createElement("img");
    picture.alt = "Picture that the program has drawn";
    picture.src = `data:image/svg+xml,${encodeURIComponent(value)}`;
    return picture;
  }
  return line(typeof value === "string" ? value : JSON.stringify(value, null, 1), "live-line");
}

function line(text: string, className: string): HTMLElement {
  const element = document.createElement("pre");
  element.className = className;
  element.textContent = text;
  return element;
}
