/**
 * Best published results for the public nesting jobs, as facts to compare with.
 *
 * Strips: density in percent of the best layout on record, as printed in the record pictures of JeroenGar/sparrow.
 * Sheets: the optimum of the jigsaw jobs (their area, all pieces tile the sheets), else the fewest that an open
 * engine reached in 30 seconds on two cores, or the area bound where none answered.
 */

export const RECORD_DENSITY: ReadonlyMap<string, number> = new Map([
  ["albano", 89.821],
  ["blaz1", 86.224],
  ["dagli", 90.172],
  ["fu", 92.396],
  ["jakobs1", 89.247],
  ["jakobs2", 87.717],
  ["mao", 86.867],
  ["marques", 92.015],
  ["shapes0", 69.978],
  ["shapes1", 76.719],
  ["shirts", 90.92],
  ["swim", 79.826],
  ["trousers", 92.615],
  ["gardeyn0", 89.853],
  ["gardeyn1", 90.23],
  ["gardeyn3", 88.679],
  ["gardeyn4", 79.924],
  ["gardeyn6", 92.707],
  ["gardeyn7", 87.015],
  ["gardeyn9", 86.735],
]);

/** The 13 strips whose mean density the literature compares. */
export const CLASSIC_STRIPS: ReadonlySet<string> = new Set([...RECORD_DENSITY.keys()].slice(0, 13));

export const KNOWN_SHEETS: ReadonlyMap<string, number> = new Map([
  ["adirondack_chair", 1],
  ["chair", 1],
  ["deer_2", 1],
  ["knight_body", 1],
  ["sofa_structure", 2],
  ["sofa_structure_r180", 1],
  ["stool_x10", 2],
  ["2025-01-12", 2],
  ["2025-12-08", 1],
  ["2026-02-05_2", 5],
  ["2026-04-08", 5],
]);

/** The project's own jobs: fewest sheets so far, less the strip that is left of the last one. */
export const OWN_SHEETS: ReadonlyMap<string, number> = new Map([
  ["metal-0", 0.3763],
  ["metal-1", 0.5703],
  ["metal-2", 0.9075],
  ["metal-3", 0.2677],
  ["metal-4", 3.7473],
  ["metal-5", 4.4199],
  ["metal-6", 3.3748],
  ["metal-7", 1.103],
  ["metal-8", 3.8735],
  ["metal-9", 3.7448],
  ["metal-10", 6.0844],
  ["metal-11", 6.7337],
]);
