/** The script of the page: sends what stands in a form, with the key that stands above, and shows what comes back. */

export const TRY_SCRIPT = `
const SHOWN = 20000;

async function send(form) {
  const { method, path, type } = form.dataset;
  const headers = new Headers();
  const key = document.getElementById("key").value.trim();
  if (key) headers.set("X-API-Key", key);
  let target = path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("[data-in]")) {
    if (input.value === "") continue;
    if (input.dataset.in === "path") target = target.replace("{" + input.name + "}", encodeURIComponent(input.value));
    else if (input.dataset.in === "query") query.set(input.name, input.value);
    else headers.set(input.name, input.value);
  }
  let body;
  if (type === "multipart/form-data") {
    body = new FormData();
    const file = form.querySelector("input[type=file]").files[0];
    if (file) body.set("file", file);
  } else if (type) {
    headers.set("Content-Type", type);
    body = form.querySelector("textarea").value;
  }
  const started = performance.now();
  const answer = await fetch(query.size ? target + "?" + query : target, { method, headers, body });
  const output = form.querySelector("output");
  const shown = [answer.status + " " + answer.statusText + ", " + Math.round(performance.now() - started) + " ms"];
  for (const name of ["Location", "Retry-After", "Preference-Applied", "X-RateLimit-Remaining", "Content-Disposition"]) {
    if (answer.headers.has(name)) shown.push(name + ": " + answer.headers.get(name));
  }
  const text = await answer.text();
  shown.push("", text.length > SHOWN ? text.slice(0, SHOWN) + " …" : text);
  output.textContent = shown.join("\\n");
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "")?.[1];
  if (answer.ok && name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text]));
    link.download = name;
    link.textContent = "Save " + name;
    output.append("\\n", link);
  }
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form).catch((error) => {
      form.querySelector("output").textContent = String(error);
    });
  });
}
`;
