/** One example for each request and answer, shown in the OpenAPI document. A test holds each to its schema. */

export const KEY_EXAMPLE = "ofc_0000000000000000000000000000000000XX";

const rectangle = (width: number, height: number) => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
  [0, 0],
];
const PLATE = { min_x: 0, min_y: 0, max_x: 200, max_y: 100 };
const placed = (instance: number, y: number) => ({
  part_id: "plate",
  instance,
  x: 10.1,
  y,
  rotation: 0,
  bounds: { min_x: 10.1, min_y: y, max_x: 210.1, max_y: y + 100 },
});
/** The envelope of an answer that took so many milliseconds. */
const answered = <const Data>(data: Data, processing_time_ms = 0) => ({
  status: "success",
  data,
  meta: { processing_time_ms, engine_version: "2.0.0" },
});

const key = {
  key_id: "key_0c0a4a43-7f4e-4c8f-9a55-0c1f6d0b6e21",
  prefix: "ofc_000000",
  name: "Laser 2",
  scopes: ["solve", "export"],
  created_at: "2026-01-15T08:30:00.000Z",
  expires_at: "2027-01-01T00:00:00.000Z",
  revoked_at: null,
  state: "live",
} as const;

const job = {
  job_id: "job_2c1f9d0e-8a53-4d1e-9d8f-5f3a4b1c7e90",
  kind: "nest",
  status: "running",
  progress: { seq: 3, elapsed_ms: 1840, sheets_used: 2, placed_parts: 48, utilization: 81.4 },
  created_at: "2026-01-15T08:30:00.000Z",
  finished_at: null,
  expires_at: "2026-01-16T08:30:00.000Z",
  result: null,
} as const;

const account = {
  account_id: "acc_5b0e3d5c-2f3c-4a4b-9d4e-6f1f4c0a7d11",
  email: "ada@shop.example",
  name: "Ada's workshop",
  rate_limit_per_minute: 300,
  monthly_quota: 100_000,
  created_at: "2026-01-15T08:30:00.000Z",
} as const;

export const EXAMPLES = {
  registerRequest: { email: "ada@shop.example", name: "Ada's workshop", password: "correct horse" },
  registerResponse: { api_key: KEY_EXAMPLE, ...account },
  nestRequest: {
    parts: [{ id: "plate", exterior: rectangle(200, 100), quantity: 2 }],
    sheet: { width: 500, height: 300 },
    config: { spacing: 5, edge_margin: 10, rotation_step: 90, kerf: 0.2 },
  },
  nestResponse: answered(
    {
      summary: {
        sheets_used: 1,
        total_parts: 2,
        placed_parts: 2,
        unplaced_parts: 0,
        total_utilization: 26.666666666666668,
        total_waste_percent: 73.33333333333333,
      },
      sheets: [
        { index: 0, utilization: 26.666666666666668, placements: [placed(0, 10.1), placed(1, 115.3)] },
      ],
      unplaced: [],
    },
    12,
  ),
  cutRequest: {
    stocks: [{ id: "tube", length: 6000, quantity: 10, cost: 18.5 }],
    pieces: [{ id: "leg", length: 720, quantity: 4 }],
    kerf: 3,
    optimize: "waste",
  },
  cutResponse: answered(
    {
      summary: {
        stocks_used: 1,
        total_stock_length: 6000,
        total_cut_length: 2880,
        total_waste: 3108,
        waste_percent: 51.8,
        total_cost: 18.5,
        all_pieces_placed: true,
      },
      layouts: [
        {
          stock_id: "tube",
          stock_index: 0,
          cuts: [0, 723, 1446, 2169].map((position) => ({ piece_id: "leg", length: 720, position })),
          used_length: 2892,
          waste: 3108,
          utilization: 48.2,
        },
      ],
      unplaced: [],
    },
    12,
  ),
  parseResponse: answered(
    {
      name: "plate",
      bounds: PLATE,
      dimensions: { width: 200, height: 100, unit: "mm" },
      area: 20_000,
      perimeter: 600,
      geometry: { exterior: rectangle(200, 100), holes: [] },
      layers: ["0"],
      cut_paths: [rectangle(200, 100)],
      bend_lines: null,
      entity_count: 1,
      has_holes: false,
      hole_count: 0,
    },
    12,
  ),
  svgResponse: answered(
    {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"></svg>',
      width: 800,
      height: 600,
      original_bounds: PLATE,
    },
    12,
  ),
  exportRequest: {
    sheet_width: 500,
    sheet_height: 300,
    sheet_index: 0,
    placements: [{ exterior: rectangle(200, 100), holes: [], x: 10.1, y: 10.1, rotation: 0 }],
    config: { feed_rate: 1200, travel_rate: 3000, laser_power: 80, kerf: 0.2, use_z: false },
  },
  gcode: { type: "text/x-gcode", example: "G21 G90 G94\nG0 X10 Y10\nM2\n" },
  dxf: { type: "image/vnd.dxf", example: "  0\nSECTION\n  2\nHEADER\n" },
  account: answered({
    ...account,
    email_verified: false,
    usage: { period: "2026-01", requests: 42, resets_at: "2026-02-01T00:00:00.000Z" },
  }),
  keys: answered({ keys: [key] }),
  newKeyRequest: { name: "Laser 2", expires_at: "2027-01-01T00:00:00Z", scopes: ["solve", "export"] },
  newKey: answered({ ...key, api_key: KEY_EXAMPLE }),
  passwordRequest: { current_password: "correct horse", new_password: "battery staple" },
  recoveryRequest: { email: "ada@shop.example" },
  resetRequest: { token: "wq1…", new_password: "battery staple" },
  webhookSecret: answered({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }),
  job: answered(job),
  jobEvents: `event: progress\nid: 3\ndata: ${JSON.stringify(job)}\n\n`,
  verifyRequest: { token: "wq1…" },
  health: { status: "ok", version: "2.0.0", engine_version: "2.0.0", uptime_seconds: 42 },
  validationError: {
    detail: [
      {
        type: "greater_than",
        loc: ["body", "sheet", "width"],
        msg: "Input should be greater than 0",
        input: 0,
        ctx: { gt: 0 },
      },
    ],
  },
} as const;

/** The answer to what has nothing but a sentence to say. */
export function doneExample(message: string) {
  return answered({ message });
}
