"""Rectangles on sheets of one size: the best of all algorithms and orders of rectpack, which has no search."""

import itertools
import re
import time

import rectpack
from protocol import serve

ALGORITHMS = [
    getattr(rectpack, name) for name in dir(rectpack) if re.match("MaxRects.|Skyline.|Guillotine.", name)
]
ORDERS = [rectpack.SORT_AREA, rectpack.SORT_PERI, rectpack.SORT_LSIDE, rectpack.SORT_SSIDE, rectpack.SORT_RATIO]
BINS = [rectpack.PackingBin.BFF, rectpack.PackingBin.BBF, rectpack.PackingBin.Global]


def solve(job):
    end = time.process_time() + job["seconds"]
    best = None
    for algorithm, order, choice in itertools.product(ALGORITHMS, ORDERS, BINS):
        if time.process_time() > end:
            break
        answer = packed(job["request"], algorithm, order, choice)
        if answer and (best is None or len(answer["sheets"]) < len(best["sheets"])):
            best = answer
    return best


def packed(request, algorithm, order, choice):
    parts = request["parts"]
    turns = len(parts[0]["angles"]) > 1
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline, bin_algo=choice, pack_algo=algorithm, sort_algo=order, rotation=turns
    )
    for at, part in enumerate(parts):
        for _ in range(part["quantity"]):
            packer.add_rect(*part["exterior"][2], at)
    packer.add_bin(request["sheet"]["width"], request["sheet"]["height"], count=float("inf"))
    packer.pack()
    placed = packer.rect_list()
    if len(placed) < sum(part["quantity"] for part in parts):
        return None
    sheets = {}
    for sheet, x, y, width, _, at in placed:
        # Turned by 90 degrees about its corner, a rectangle lies left of it.
        turned = width != parts[at]["exterior"][2][0]
        sheets.setdefault(sheet, []).append([at, x + (width if turned else 0), y, 90 if turned else 0])
    return {"sheets": [{"placements": placements} for placements in sheets.values()]}


serve(solve)
