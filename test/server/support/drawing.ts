/** A drawing for tests of the service: a plate of 120 × 80 with a round hole of radius 15 in its middle. */
export const DRAWING = [
  [0, "SECTION", 2, "HEADER", 9, "$INSUNITS", 70, 4, 0, "ENDSEC"],
  [0, "SECTION", 2, "ENTITIES"],
  [0, "LWPOLYLINE", 5, "1A", 100, "AcDbEntity", 8, "CUT", 100, "AcDbPolyline", 90, 4, 70, 1],
  [10, 0, 20, 0, 10, 120, 20, 0, 10, 120, 20, 80, 10, 0, 20, 80],
  [0, "CIRCLE", 5, "1B", 100, "AcDbEntity", 8, "CUT", 100, "AcDbCircle", 10, 60, 20, 40, 40, 15],
  [0, "ENDSEC", 0, "EOF"],
]
  .flat()
  .join("\n");
