/** Which file lies in a form: what browsers and curl send, and what nobody should. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formField } from "../../../server/jobs/multipart-form.ts";

const TYPE = "multipart/form-data; boundary=XX";
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const read = (text: string, type = TYPE) => formField(latin1(text), type, "file");
const part = (disposition: string, body: string) =>
  `--XX\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/vnd.dxf\r\n\r\n${body}\r\n`;
const fileOf = (text: string) => {
  const field = read(text);
  return typeof field === "object" ? [field.name, Buffer.from(field.bytes).toString("latin1")] : field;
};

describe("a form", () => {
  it("gives its file, whatever else it has", () => {
    const form = `${part('name="a"', "1")}${part('name="file"; filename="a.dxf"', "0\r\nEOF\r\n")}--XX--\r\n`;
    expect(fileOf(form)).toEqual(["a.dxf", "0\r\nEOF\r\n"]);
    expect(fileOf(`preamble\r\n${form}epilogue`)).toEqual(["a.dxf", "0\r\nEOF\r\n"]);
  });

  it("gives the last of several", () => {
    const two = part('name="file"; filename="1"', "one") + part('name="file"; filename="2"', "two");
    expect(fileOf(`${two}--XX--`)).toEqual(["2", "two"]);
  });

  it("may have an empty file and bytes that look like a boundary", () => {
    expect(fileOf(`${part('name="file"; filename="e"', "")}--XX--`)).toEqual(["e", ""]);
    expect(fileOf(`${part('name="file"; filename="e"', "--XX\n--X\r\n-")}--XX--`)).toEqual([
      "e",
      "--XX\n--X\r\n-",
    ]);
  });

  it("takes names as browsers write them", () => {
    expect(fileOf(`${part('name="file"; filename="a%22b\\"c.dxf"', "x")}--XX--`)).toEqual(['a"b"c.dxf', "x"]);
    expect(fileOf(`${part("name=file; filename=plain.dxf", "x")}--XX--`)).toEqual(["plain.dxf", "x"]);
    expect(fileOf(`${part('filename="f.dxf"; name="file"', "x")}--XX--`)).toEqual(["f.dxf", "x"]);
  });

  it("gives text for a field without a file name or with an empty one", () => {
    expect(fileOf(`${part('name="file"', "text")}--XX--`)).toBe("text");
    expect(fileOf(`${part('name="file"; filename=""', "")}--XX--`)).toBe("");
  });

  it("gives nothing when it is empty, has no such field or breaks off", () => {
    for (const text of ["", "--XX--\r\n", "--XX", part('name="other"; filename="x"', "x")]) {
      expect(read(text)).toBeUndefined();
    }
    const whole = part('name="file"; filename="x"', "content");
    for (let end = 0; end < whole.length; end++) expect(read(whole.slice(0, end))).toBeUndefined();
  });

  it("is refused without a boundary, with broken framing, without a name and with too many parts", () => {
    const refused = (text: string, type?: string) => expect(() => read(text, type));
    refused("x", "multipart/form-data").toThrow("Missing boundary in multipart.");
    refused("x", `multipart/form-data; boundary=${"b".repeat(71)}`).toThrow("longer than 70");
    expect(read("", `multipart/form-data; boundary=${"b".repeat(70)}`)).toBeUndefined();
    refused("no form at all").toThrow("Invalid multipart data.");
    refused("--XXY\r\n\r\n").toThrow("Invalid multipart data.");
    refused(`${part('filename="x"', "x")}--XX--`).toThrow('The Content-Disposition header field "name"');
    refused("--XX\r\nA: b\r\n\r\nx\r\n--XX--").toThrow('The Content-Disposition header field "name"');
    refused(`${part('name="a"', "").repeat(100_000)}--XX--`).toThrow("Too many parts");
  });

  it("agrees with the platform's own reader on any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.stringMatching(/^[\w .äß-]{1,20}$/),
        async (bytes, name) => {
          const form = new FormData();
          form.set("a", "b");
          form.set("file", new File([new Uint8Array(bytes)], name));
          const sent = new Response(form);
          const type = sent.headers.get("Content-Type")!;
          const field = formField(new Uint8Array(await sent.arrayBuffer()), type, "file");
          expect(field).toMatchObject({ name });
          expect(Buffer.from((field as { bytes: Uint8Array }).bytes)).toEqual(Buffer.from(bytes));
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it("never fails in another way", () => {
    const pieces = [
      "--XX",
      "\r\n",
      "--",
      "name=",
      '"',
      "file",
      "filename=",
      "; ",
      "Content-Disposition: form-data",
      "x",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (all) => {
        try {
          read(all.join(""));
        } catch (error) {
          expect(error).toMatchObject({ code: "INVALID_INPUT" });
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
