"""Requests and answers of the interface. Made by npm run docs from its OpenAPI document."""

from __future__ import annotations

import sys
from typing import Any, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Of earlier versions only type checkers know these, who bring them along.
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from typing_extensions import NotRequired


class NestRequestPart(TypedDict):
    id: str
    """Name of the part in the answer; meant to be unique."""
    exterior: List[List[float]]
    """Outline, mm: first point repeated or not, in either direction; it must not cross itself."""
    holes: NotRequired[List[List[List[float]]]]
    """Rings cut out of the exterior, mm; other parts may lie in them."""
    quantity: NotRequired[int]
    """How many copies are wanted."""


class NestRequestSheet(TypedDict):
    width: float
    """Extent of the sheet along x, mm."""
    height: float
    """Extent of the sheet along y, mm."""


class NestRequestConfig(TypedDict):
    spacing: NotRequired[float]
    """Least gap between the tool paths of two parts, mm."""
    edge_margin: NotRequired[float]
    """Least gap between a tool path and the edge of the sheet, mm."""
    rotation_step: NotRequired[float]
    """Parts may be turned by multiples of this angle up to 90, degrees: 90 gives 0 and 90, 45 gives 0, 45 and 90."""
    kerf: NotRequired[float]
    """Width that the tool cuts away, mm; tool paths run half of it outside the outlines."""


class NestRequest(TypedDict):
    parts: List[NestRequestPart]
    """The parts to place."""
    sheet: NestRequestSheet
    """The sheet; as many as are needed are used."""
    config: NotRequired[NestRequestConfig]
    """Clearances and rotations."""


Nest2DRequest = NestRequest


class NestDataSummary(TypedDict):
    sheets_used: int
    """Sheets that hold at least one part."""
    total_parts: int
    """Copies asked for."""
    placed_parts: int
    """Copies that were placed."""
    unplaced_parts: int
    """Copies that could not be placed."""
    total_utilization: float
    """Net area of all placed parts in percent of the area of the sheets used, 0 to 100."""
    total_waste_percent: float
    """The rest of 100; 0 when no sheet is used."""


class Bounds(TypedDict):
    min_x: float
    """Least x, mm."""
    min_y: float
    """Least y, mm."""
    max_x: float
    """Greatest x, mm."""
    max_y: float
    """Greatest y, mm."""


class NestDataSheetPlacement(TypedDict):
    part_id: str
    """`id` of the part."""
    instance: int
    """Which copy of the part, from 0."""
    x: float
    """Move along x after the rotation, mm."""
    y: float
    """Move along y after the rotation, mm."""
    rotation: float
    """Turn about the origin (0, 0), degrees counter-clockwise."""
    bounds: Bounds
    """Box around the placed exterior, mm from the lower left corner of the sheet."""


class NestDataSheet(TypedDict):
    index: int
    """Number of the sheet, from 0."""
    utilization: float
    """Net area of the parts on it in percent of its area, 0 to 100."""
    placements: List[NestDataSheetPlacement]
    """Where each copy on it lies."""


class NestData(TypedDict):
    summary: NestDataSummary
    """Totals."""
    sheets: List[NestDataSheet]
    """The sheets, in order."""
    unplaced: List[str]
    """`id` of each copy that could not be placed."""


Nest2DData = NestData


class CutRequestStock(TypedDict):
    id: NotRequired[str]
    """Name of the stock in the answer."""
    length: float
    """Length of one bar, mm."""
    quantity: NotRequired[int]
    """How many bars there are."""
    cost: NotRequired[float]
    """Price of one bar, in any currency."""


class CutRequestPiece(TypedDict):
    id: str
    """Name of the piece in the answer."""
    length: float
    """Finished length, mm."""
    quantity: NotRequired[int]
    """How many are wanted."""


class CutRequest(TypedDict):
    stocks: List[CutRequestStock]
    """The bars to cut from."""
    pieces: List[CutRequestPiece]
    """The pieces to cut."""
    kerf: NotRequired[float]
    """Width of the blade: what every cut takes, mm."""
    optimize: NotRequired[Literal["waste", "cost"]]
    """What to minimise: the length of the stock used (`waste`), or its cost (`cost`)."""


Cut1DRequest = CutRequest


class CutDataSummary(TypedDict):
    stocks_used: int
    """Bars used."""
    total_stock_length: float
    """Their length together, mm."""
    total_cut_length: float
    """Length of all placed pieces, mm."""
    total_waste: float
    """What is left of all bars, mm."""
    waste_percent: float
    """`total_waste` in percent of `total_stock_length`, 0 to 100."""
    total_cost: float
    """Cost of the bars used."""
    all_pieces_placed: bool
    """True when no piece is left over."""


class CutDataLayoutCut(TypedDict):
    piece_id: str
    """`id` of the piece."""
    length: float
    """Its length, mm."""
    position: float
    """Where it begins on the bar, mm from its start."""


class CutDataLayout(TypedDict):
    stock_id: str
    """`id` of the stock the bar is taken from."""
    stock_index: int
    """Number of the layout, from 0."""
    cuts: List[CutDataLayoutCut]
    """The pieces in the order in which they lie."""
    used_length: float
    """Pieces and their kerfs, mm."""
    waste: float
    """What is left of the bar, mm."""
    utilization: float
    """`used_length` in percent of the bar, 0 to 100."""


class CutData(TypedDict):
    summary: CutDataSummary
    """Totals."""
    layouts: List[CutDataLayout]
    """One entry for each bar."""
    unplaced: List[str]
    """`id` of each copy that could not be placed."""


Cut1DData = CutData


class ParseDxfDataDimensions(TypedDict):
    width: float
    """Extent along x, in `unit`."""
    height: float
    """Extent along y, in `unit`."""
    unit: str
    """Unit of both: always "mm"."""


class ParseDxfDataGeometry(TypedDict):
    exterior: List[List[float]]
    """Outline, counter-clockwise; its last point repeats the first. Empty if a drawing has only open paths."""
    holes: List[List[List[float]]]
    """Rings that are cut out of the exterior, clockwise; the last point repeats the first."""


class ParseDxfData(TypedDict):
    name: str
    """Name of the file without its extension."""
    bounds: Bounds
    """Box around everything that is cut, mm."""
    dimensions: ParseDxfDataDimensions
    """Its extents."""
    area: float
    """Net area of `geometry`, from the true curves, mm²."""
    perimeter: float
    """Length of the rings of `geometry`, mm; of the open paths where there are no rings."""
    geometry: ParseDxfDataGeometry
    """The largest part."""
    layers: List[str]
    """Names of the layers with something on them, in order of first use."""
    cut_paths: List[List[List[float]]]
    """Every contour that is cut: closed ones repeat their first point."""
    bend_lines: Union[List[List[List[float]]], None]
    """Lines along which the sheet is bent; null where there are none."""
    entity_count: int
    """Entities of the model space as they stand in the file."""
    has_holes: bool
    """True when `geometry` has holes."""
    hole_count: int
    """How many."""


ParseDXFData = ParseDxfData


class ExportRequestPlacement(TypedDict):
    exterior: List[List[float]]
    """Outline of the part as it was nested, mm."""
    holes: NotRequired[List[List[List[float]]]]
    """Its holes, mm."""
    x: float
    """Move along x after the rotation, mm."""
    y: float
    """Move along y after the rotation, mm."""
    rotation: NotRequired[float]
    """Turn about the origin (0, 0), degrees counter-clockwise."""


class ExportRequestConfig(TypedDict):
    feed_rate: NotRequired[float]
    """Speed while cutting, mm/min."""
    travel_rate: NotRequired[float]
    """Speed between cuts, mm/min."""
    laser_power: NotRequired[float]
    """Power of the beam: the value of S, as the controller scales it."""
    kerf: NotRequired[float]
    """Width that the tool cuts away, mm; exteriors grow by half of it, holes shrink."""
    use_z: NotRequired[bool]
    """True for a router: the tool is lowered and lifted instead of a beam switched."""


class ExportRequest(TypedDict):
    sheet_width: float
    """Extent of the sheet along x, mm."""
    sheet_height: float
    """Extent of the sheet along y, mm."""
    sheet_index: NotRequired[int]
    """Number of the sheet, for the name of the file."""
    placements: List[ExportRequestPlacement]
    """The parts on the sheet."""
    config: NotRequired[ExportRequestConfig]
    """Speeds, power and kerf."""
