/** Public entry `offcut/verify`: judges of plans and programs, at once and in the caller's thread. */
export { type CutReport, type CutViolation, verifyCut } from "../verify/cut/cut-judge.ts";
export type { NestReport, NestVerifyOptions, NestViolation } from "../verify/nest/judged-layout.ts";
export { verifyNest } from "../verify/nest/nest-judge.ts";
export { type PanelReport, type PanelViolation, verifyPanels } from "../verify/panel/panel-judge.ts";
export { type ProgramFinding, type ProgramReport, verifyGcode } from "../verify/program/verify.ts";
export type { ProgramWishes } from "../verify/wants/wishes.ts";
