/** Findings of a reader in the header of an answer whose body keeps its shape: compact JSON in ASCII. */
import type { Finding } from "../../engine/index.node.ts";

export const FINDINGS_HEADER = "X-Offcut-Findings";
/** Bytes of the header's value. */
const MOST = 4096;

type FindingHead = Pick<Finding, "code" | "count" | "message" | "folded">;

/** An array of `{code, count, message}`, folded notes each by itself; cut at its limit with an entry that counts the rest. */
export function findingsHeader(findings: readonly FindingHead[]): string {
  const entries: string[] = [];
  let length = 2;
  const each = findings.flatMap((finding) => finding.folded ?? [finding]);
  for (const [i, { code, count, message }] of each.entries()) {
    const entry = ascii(JSON.stringify({ code, count, message }));
    const left = each.length - i;
    const rest = JSON.stringify({ code: "more", count: left, message: `${left} more findings left out` });
    const room = i === each.length - 1 ? 0 : rest.length + 1;
    if (length + entry.length + 1 + room > MOST) {
      entries.push(rest);
      break;
    }
    entries.push(entry);
    length += entry.length + 1;
  }
  return `[${entries.join(",")}]`;
}

/** JSON has a spelling of every character in ASCII. */
function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
