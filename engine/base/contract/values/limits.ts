/** Every numeric limit of the interface, once. Lengths are millimetres, angles degrees, sizes bytes. */
export const LIMITS = {
  file_bytes: 10 * 1024 * 1024,
  id_length: 100,
  nest: {
    parts: 200,
    quantity: 500,
    exterior_points: 2000,
    holes: 50,
    sheet_side: 100_000,
    spacing: 100,
    edge_margin: 100,
    rotation_step: { min: 15, max: 90 },
    kerf: 50,
  },
  /** Limits of `nest` that are higher than the interface's: perforated plates have hundreds of holes. */
  plan: {
    parts: 10_000,
    quantity: 10_000,
    holes: 2000,
  },
  cut: {
    stocks: 50,
    pieces: 1000,
    length: 1_000_000,
    quantity: 10_000,
    kerf: 100,
    angle: 80,
  },
  panel: {
    stocks: 50,
    pieces: 1000,
    side: 1_000_000,
    quantity: 10_000,
    kerf: 100,
    defects: 100,
  },
  account: {
    name: { min: 1, max: 200 },
    password: { min: 8, max: 1024 },
  },
  svg: {
    side: { min: 100, max: 4000 },
    stroke_width: { min: 0.1, max: 10 },
  },
} as const;

/** The same for bars and panels. */
const STOCK_DEFAULTS = {
  stock_id: "stock",
  stock_quantity: 999,
  stock_cost: 0,
  piece_quantity: 1,
  kerf: 0,
  optimize: "waste",
} as const;

/** Meaning of each omitted optional field. */
export const DEFAULTS = {
  nest: { quantity: 1, spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 },
  cut: STOCK_DEFAULTS,
  panel: STOCK_DEFAULTS,
  svg: { width: 800, height: 600, stroke_color: "#000000", stroke_width: 1, background: "#ffffff" },
  export: { sheet_index: 0, feed_rate: 1000, travel_rate: 3000, laser_power: 100, kerf: 0, use_z: false },
} as const;

/** Colours of the SVG query: `#` plus 3 to 8 hex digits, or a name of letters only. */
export const COLOR_PATTERN = "^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$";
