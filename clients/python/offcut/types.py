"""Requests and answers. Made by npm run docs from the OpenAPI document and the schemas of plans."""

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


class PanelRequestStockDefect(TypedDict):
    x: float
    """Lower left corner, mm from the panel's left side."""
    y: float
    """Lower left corner, mm from the panel's bottom."""
    length: float
    """Size along x, mm."""
    width: float
    """Size along y, mm."""


class PanelRequestStock(TypedDict):
    id: NotRequired[str]
    """Name in the answer."""
    length: float
    """Size along x, mm."""
    width: float
    """Size along y, mm."""
    quantity: NotRequired[int]
    """How many there are; 1, and no more, of a panel with defects."""
    cost: NotRequired[float]
    """Cost of one."""
    grain: NotRequired[Literal["length", "width", "none"]]
    """Direction in which the grain runs; `length` when absent. On `none` every piece may be turned."""
    trim_left: NotRequired[float]
    """Width always lost at the left side, mm, the kerf of the trimming cut included."""
    trim_right: NotRequired[float]
    """Width always lost at the right side, mm, the kerf of the trimming cut included."""
    trim_bottom: NotRequired[float]
    """Width always lost at the bottom, mm, the kerf of the trimming cut included."""
    trim_top: NotRequired[float]
    """Width always lost at the top, mm, the kerf of the trimming cut included."""
    offcut: NotRequired[bool]
    """True for a piece left over from an earlier job: see `options.offcuts_first`."""
    defects: NotRequired[List[PanelRequestStockDefect]]
    """Rectangles that no piece and no offcut may overlap; cuts may run through them."""


class PanelRequestPieceEdges(TypedDict):
    left: NotRequired[str]
    """Edge band on its left side."""
    right: NotRequired[str]
    """Edge band on its right side."""
    bottom: NotRequired[str]
    """Edge band on its bottom."""
    top: NotRequired[str]
    """Edge band on its top."""


class PanelRequestPiece(TypedDict):
    id: str
    """Name in the answer."""
    length: float
    """Length to be sawn, mm."""
    width: float
    """Width to be sawn, mm."""
    quantity: NotRequired[int]
    """How many are wanted."""
    grain: NotRequired[Literal["any", "length", "width", "alike"]]
    """The side along which the grain must run; the piece is turned only if the grain of the stock runs the other way. `any` (when absent): each copy may lie either way. `alike`: all copies lie the same way, on all panels."""
    label: NotRequired[str]
    """Text for labels and lists only."""
    edges: NotRequired[PanelRequestPieceEdges]
    """Edge bands, for labels and lists; they do not change the size."""


class PanelRequestOptions(TypedDict):
    trim_left: NotRequired[float]
    """Width always lost at the left side, mm, the kerf of the trimming cut included."""
    trim_right: NotRequired[float]
    """Width always lost at the right side, mm, the kerf of the trimming cut included."""
    trim_bottom: NotRequired[float]
    """Width always lost at the bottom, mm, the kerf of the trimming cut included."""
    trim_top: NotRequired[float]
    """Width always lost at the top, mm, the kerf of the trimming cut included."""
    stages: NotRequired[Union[int, None]]
    """Stages of cuts, each at right angles to the one before: 3 when absent, any number if null. Plans use at most three."""
    cut_type: NotRequired[Literal["non_exact", "exact"]]
    """`non_exact` (when absent): after the last stage one more cut may trim a piece to size. `exact`: no such cut."""
    first_cut: NotRequired[Literal["any", "rip", "cross"]]
    """Direction of the first stage; `any` when absent: each panel on its own."""
    min_cut_distance: NotRequired[float]
    """Smallest part that a cut may make, mm, waste included. A rest no wider than the kerf does not count."""
    max_first_cuts: NotRequired[int]
    """Most cuts of the first stage on a panel; trims do not count."""
    max_pieces: NotRequired[int]
    """Most pieces on a panel."""
    min_offcut_length: NotRequired[float]
    """A rest at least this long and `min_offcut_width` wide, either way round, is an offcut, mm; a smaller rest is waste. Without these two options every rest is waste."""
    min_offcut_width: NotRequired[float]
    """Least width of an offcut, mm."""
    offcuts_first: NotRequired[bool]
    """Use up offcuts before new stock: the least new material, then the least of the offcuts. `lower_bound` is that of the new material."""
    fewest_patterns: NotRequired[bool]
    """Among equally good plans, prefer one with few different patterns."""


class PanelRequest(TypedDict):
    stocks: List[PanelRequestStock]
    """The panels to cut from."""
    pieces: List[PanelRequestPiece]
    """The pieces to cut."""
    kerf: NotRequired[float]
    """Width of the cut, mm."""
    optimize: NotRequired[Literal["waste", "cost"]]
    """What to minimise: the area of the panels used, or their cost."""
    options: NotRequired[PanelRequestOptions]
    """How the saw cuts, and what else a shop wants; each at its default when absent."""


class PanelPlanSummary(TypedDict):
    stocks_used: int
    """Panels used."""
    total_stock_area: float
    """Their area, mm²."""
    total_piece_area: float
    """Area of the pieces cut, mm²."""
    total_waste: float
    """Area that is not part of a piece, mm²."""
    waste_percent: float
    """`total_waste` in percent of `total_stock_area`."""
    total_cost: float
    """Cost of the panels used."""
    all_pieces_placed: bool
    """True when nothing is unplaced."""
    total_cuts: int
    """Cuts of all panels, trims included."""
    total_cut_length: float
    """Length of all cuts, mm."""


class PanelPlanPatternDefect(TypedDict):
    x: float
    """Lower left corner, mm from the panel's left side."""
    y: float
    """Lower left corner, mm from the panel's bottom."""
    length: float
    """Size along x, mm."""
    width: float
    """Size along y, mm."""


class PanelNode(TypedDict):
    length: NotRequired[float]
    """Length of a part of a cross cut, mm; its width is that of its parent."""
    width: NotRequired[float]
    """Width of a part of a rip, mm; its length is that of its parent."""
    count: NotRequired[int]
    """How many equal parts lie side by side, a kerf apart, each cut the same way; 1 when absent."""
    x: NotRequired[float]
    """Lower left corner on the panel along x, mm; only where neither it nor what contains it is repeated."""
    y: NotRequired[float]
    """Lower left corner on the panel along y, mm; only where neither it nor what contains it is repeated."""
    cut: NotRequired[Literal["rip", "cross"]]
    """`rip`: its parts lie above each other. `cross`: its parts lie beside each other."""
    parts: NotRequired[List[PanelNode]]
    """What the cut makes, in the order of sawing."""
    piece: NotRequired[int]
    """Position in `pieces`."""
    piece_id: NotRequired[str]
    """`id` of the piece."""
    rotated: NotRequired[bool]
    """True when its length lies along the panel's width."""
    offcut: NotRequired[bool]
    """True for an offcut worth keeping."""


class PanelPlanPattern(TypedDict):
    stock_id: str
    """`id` of the stock."""
    stock: int
    """Position in `stocks`."""
    length: float
    """Length of the panel, mm, trims included."""
    width: float
    """Width of the panel, mm, trims included."""
    trim_left: float
    """Lost at its left side, mm."""
    trim_right: float
    """Lost at its right side, mm."""
    trim_bottom: float
    """Lost at its bottom, mm."""
    trim_top: float
    """Lost at its top, mm."""
    defects: NotRequired[List[PanelPlanPatternDefect]]
    """Its defects, where it has any."""
    count: int
    """How many panels are cut like this."""
    used_area: float
    """Area of the pieces, mm²."""
    waste: float
    """The rest of the panel, mm²: trims, kerfs, offcuts and waste."""
    offcut: float
    """Area of the rests that are worth keeping, mm²; a part of `waste`."""
    utilization: float
    """`used_area` in percent of the panel, 0 to 100."""
    stages: int
    """Stages of its cuts, not counting the trimming cut."""
    cuts: int
    """Cuts of one panel, trims included."""
    cut_length: float
    """Length of these cuts, mm."""
    tree: PanelNode
    """How the rectangle between the trims is cut."""


class PanelPlanUnplaced(TypedDict):
    piece_id: str
    """`id` of the piece."""
    count: int
    """How many copies of it could not be placed."""


class PanelPlanFinding(TypedDict):
    code: str
    """What it is: `answer-rejected` or `outline-mended`."""
    message: str
    """One sentence for people; it names the seed or the place."""
    count: int
    """How many times it happened."""


class PanelPlan(TypedDict):
    status: Literal["optimal", "feasible", "stock_exhausted"]
    """`optimal`: no plan has a smaller objective. `feasible`: a better plan may exist, better by at most `gap_percent`. `stock_exhausted`: there is too little stock for all pieces."""
    objective: float
    """What is minimised: total area of the panels used (`waste`) or total cost (`cost`), of new stock alone with `offcuts_first`."""
    lower_bound: float
    """No plan that places as much has a smaller objective."""
    gap_percent: float
    """How far the objective is above `lower_bound`, as a percentage of the objective."""
    kerf: float
    """Width of the cut, mm, as asked."""
    summary: PanelPlanSummary
    """Totals."""
    total_offcut: float
    """Area of all rests that are worth keeping, mm²."""
    patterns: List[PanelPlanPattern]
    """The patterns of panels, each with its count."""
    unplaced: List[PanelPlanUnplaced]
    """Pieces that could not be placed, in the order of the request."""
    ended: NotRequired[Literal["done", "limit", "aborted", "worker lost"]]
    """Why the search is over: by itself, at its limit of time or work, by the caller, or because its worker was lost."""
    findings: NotRequired[List[PanelPlanFinding]]
    """Present only if something was not as it should be: answers that the check refused, parts that were mended."""
