"""Strips, by sparrow through its Python package."""

import math

import spyrrow
from protocol import serve


def solve(job):
    request = job["request"]
    items = [
        spyrrow.Item(
            part["id"],
            [tuple(point) for point in part["exterior"]],
            part["quantity"],
            None if part["angles"] == "free" else part["angles"],
        )
        for part in request["parts"]
    ]
    instance = spyrrow.StripPackingInstance(job["id"], request["sheet"]["height"], items)
    config = spyrrow.StripPackingConfig(
        early_termination=False,
        total_computation_time=math.ceil(job["seconds"]),
        num_workers=1,
        seed=job["seed"],
    )
    solution = instance.solve(config)
    number = {part["id"]: at for at, part in enumerate(request["parts"])}
    return {
        "sheets": [
            {
                "placements": [
                    [number[item.id], *item.translation, angle(request["parts"][number[item.id]], item.rotation)]
                    for item in solution.placed_items
                ]
            }
        ]
    }


def angle(part, rotation):
    """Single precision is no exact angle."""
    if part["angles"] == "free":
        return rotation
    return min(part["angles"], key=lambda allowed: abs(math.remainder(allowed - rotation, 360)))


serve(solve)
