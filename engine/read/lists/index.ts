/**
 * Public entry `offcut/lists`: lists of pieces, bars, panels and drawings as spreadsheets save them.
 *
 * `readBarList(text, name)` and its siblings give rows that go into requests, and say in sentences what was left out or
 * taken for granted. Pure functions: no worker, no core.
 */
export { type BarListRow, barListOf, readBarList } from "./bar-list.ts";
export { type ListDefect, readDefects } from "./defects.ts";
export { type GrainWish, isPanelList, type PanelListRow, panelListOf, readPanelList } from "./panel-list.ts";
export { type PartRow, readAngles, readPartList } from "./part-list.ts";
export { decodeText } from "./table/encoding.ts";
export { type DecimalSign, type LengthUnit, type ReadLength, readLength, UNITS } from "./table/lengths.ts";
export type { Advice, List, ListOptions } from "./table/list-layout.ts";
export type { ListPurpose } from "./wanted.ts";
