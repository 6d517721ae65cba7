/**
 * Reads ESSI (ISO 6582) as the words that the interpreter knows: steps become places, 5 and 6 rapid travel, 7 and 8 M3 and
 * M5, 39 the feed. Codes by Hypertherm's programmer reference 809550, which maps each to its EIA word.
 */

/** Codes with their words; those that only say what is so anyway have none. */
const CODES: Record<string, string> = {
  "": "",
  "%": "",
  "0": "M2",
  "7": "M3",
  "8": "M5",
  "47": "M65 P2",
  "48": "M64 P2",
  "53": "M3",
  "54": "M5",
  "63": "M5",
  "64": "M2",
  "71": "G21",
  "81": "",
};

/** Turns line after line into words, as it follows where the tool stands. */
export class EssiReader {
  private isRapid = false;
  private isComment = false;
  private x = 0;
  private y = 0;

  constructor(private readonly scale: number) {}

  read(line: string): string {
    if (this.isComment) {
      this.isComment = line !== "4";
      return this.isComment ? `(${line.replace(/[()]/g, " ")})` : "";
    }
    if (line === "3") {
      this.isComment = true;
      return "";
    }
    if (line === "5" || line === "6") {
      this.isRapid = line === "5";
      return this.isRapid ? "G0" : "G1";
    }
    if (/^39\+\d+$/.test(line)) return `F${line.slice(3)}`;
    if (/^[+-]/.test(line)) return this.move(line);
    return CODES[line] ?? `?${line}`;
  }

  /** Two signed numbers are a line, four and a sign an arc. A sign alone is 0. */
  private move(line: string): string {
    const steps = [...line.matchAll(/([+-])(\d*)/g)].map(([, sign, digits]) => {
      return (Number(digits) / this.scale) * (sign === "-" ? -1 : 1);
    });
    const [dx = 0, dy = 0, i = 0, j = 0] = steps;
    const isWhole = /^([+-]\d*){2}(([+-]\d*){2}[+-])?$/.test(line);
    if (!isWhole) return `?${line}`;
    this.x += dx;
    this.y += dy;
    const place = `X${printed(this.x)} Y${printed(this.y)}`;
    if (steps.length === 2) return `${this.isRapid ? "G0" : "G1"} ${place}`;
    return `${line.endsWith("+") ? "G3" : "G2"} ${place} I${printed(i)} J${printed(j)}`;
  }
}

const printed = (value: number) => value.toFixed(6);
