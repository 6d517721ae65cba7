/** Line plots as SVG: panels side by side, each with lines, bands and whiskers. Plain text, so that changes can be read. */

export interface Line {
  name: string;
  points: { x: number; y: number; low: number; high: number }[];
}

export interface Panel {
  title: string;
  lines: Line[];
  /** `band` fills the space between low and high, `whiskers` draws a stroke for each point. */
  noise: "band" | "whiskers";
  x: Axis;
  y: Axis;
}

interface Axis {
  label: string;
  log: boolean;
  ticks: { at: number; text: string }[];
}

const COLORS = ["#1d5be0", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490", "#be185d"];
const SMALL = { width: 250, height: 190 };
/** A panel that stands alone. */
const LARGE = { width: 720, height: 330 };
const MARGIN = { left: 46, right: 20, top: 26, bottom: 36 };
const COLUMNS = 4;

export function svgOf(panels: Panel[], legend: string[]): string {
  const columns = Math.min(COLUMNS, panels.length);
  const rows = Math.ceil(panels.length / columns);
  const foot = legend.length > 0 ? 26 : 0;
  const size = panels.length === 1 ? LARGE : SMALL;
  const [width, height] = [columns * size.width, rows * size.height + foot];
  const drawn = panels.map((panel, i) =>
    group((i % columns) * size.width, Math.floor(i / columns) * size.height, drawPanel(panel, size)),
  );
  const names = legend.map((name, i) =>
    group(
      MARGIN.left + 95 * i,
      rows * size.height + 12,
      `<rect width="14" height="3" y="-5" fill="${COLORS[i]}"/><text x="19">${name}</text>`,
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#565f68">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...drawn, ...names].join("\n")}
</svg>
`;
}

function group(x: number, y: number, content: string): string {
  return `<g transform="translate(${x} ${y})">${content}</g>`;
}

function drawPanel({ title, lines, noise, x, y }: Panel, size: typeof SMALL): string {
  const right = size.width - MARGIN.right;
  const bottom = size.height - MARGIN.bottom;
  const toX = scale(x, MARGIN.left, right);
  const toY = scale(y, bottom, MARGIN.top);
  const grid = y.ticks.map(
    ({ at, text }) =>
      `<path d="M${MARGIN.left} ${toY(at)}H${right}" stroke="#e2e5e8"/><text x="${MARGIN.left - 5}" y="${toY(at) + 4}" text-anchor="end">${text}</text>`,
  );
  const below = x.ticks.map(
    ({ at, text }) => `<text x="${toX(at)}" y="${bottom + 14}" text-anchor="middle">${text}</text>`,
  );
  const marks = lines.map(({ points }, i) => {
    const at = points.map((point) => ({
      x: toX(point.x),
      y: toY(point.y),
      low: toY(point.low),
      high: toY(point.high),
    }));
    const color = COLORS[i % COLORS.length]!;
    return `${noise === "band" ? band(at, color) : whiskers(at, color)}<path d="${path(at)}" fill="none" stroke="${color}" stroke-width="1.6"/>`;
  });
  return `<text x="${MARGIN.left}" y="16" fill="#15191d" font-weight="600">${title}</text>${grid.join("")}${below.join("")}<text x="${(MARGIN.left + right) / 2}" y="${bottom + 29}" text-anchor="middle">${x.label}</text>${marks.join("")}`;
}

interface Drawn {
  x: number;
  y: number;
  low: number;
  high: number;
}

function path(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
}

function band(points: Drawn[], color: string): string {
  const over = path(points.map(({ x, high }) => ({ x, y: high })));
  const under = [...points].reverse().map(({ x, low }) => `L${x} ${low}`);
  return `<path d="${over}${under.join("")}Z" fill="${color}" opacity="0.18"/>`;
}

function whiskers(points: Drawn[], color: string): string {
  return points
    .map(
      ({ x, y, low, high }) =>
        `<path d="M${x} ${low}V${high}M${x - 3} ${low}h6M${x - 3} ${high}h6" stroke="${color}"/><circle cx="${x}" cy="${y}" r="2.4" fill="${color}"/>`,
    )
    .join("");
}

/** From values to pixels between the first and the last tick; what lies beyond is drawn at the edge. */
function scale({ log, ticks }: Axis, from: number, to: number): (value: number) => number {
  const [first, last] = [ticks[0]!.at, ticks.at(-1)!.at];
  const place = (value: number) =>
    log ? Math.log(value / first) / Math.log(last / first) : (value - first) / (last - first);
  return (value) => {
    const share = Math.min(1, Math.max(0, place(Math.max(value, log ? first : -Infinity))));
    return Number((from + share * (to - from)).toFixed(1));
  };
}
