/** All dialects by name. */
import type { DialectName } from "../../../../base/contract/machine/machine.ts";
import type { Dialect } from "./dialect.ts";
import { grblLaser } from "./grbl-laser.ts";
import { grblRouter } from "./grbl-router.ts";
import { linuxcnc } from "./linuxcnc.ts";
import { marlin } from "./marlin.ts";
import { mach, plasma, waterjet } from "./plasma.ts";
import { qtplasmac } from "./qtplasmac.ts";

export const DIALECTS: Record<DialectName, Dialect> = {
  "grbl-laser": grblLaser,
  "grbl-router": grblRouter,
  linuxcnc,
  marlin,
  plasma,
  qtplasmac,
  mach,
  waterjet,
};
