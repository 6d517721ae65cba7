"""All kinds but mitres, by PackingSolver through its Python package (Python 3.12 or newer)."""

import math

import packingsolver.irregular as irregular
import packingsolver.onedimensional as onedimensional
import packingsolver.rectangle as rectangle
import packingsolver.rectangleguillotine as guillotine
from protocol import serve

# PackingSolver's bars and panels have whole numbers for sizes.
STEPS = 10
SIDES = ("left", "right", "bottom", "top")


def solve(job):
    request, kind = job["request"], job["kind"]
    if kind == "bars":
        return bars(job, request)
    if kind == "panels":
        return panels(job, request)
    plain = not request.get("spacing") and all(is_box(part) for part in request["parts"])
    return rectangles(job, request) if plain and kind != "strips" else polygons(job, request)


def is_box(part):
    exterior = part["exterior"]
    return exterior[0] == [0, 0] and len(exterior) == 4 and exterior[1][1] == 0 and exterior[3][0] == 0


def optimised(module, builder, seconds):
    parameters = module.OptimizeParameters()
    parameters.time_limit = seconds
    parameters.verbosity_level = 0
    # They take most of a second before the search begins.
    if hasattr(parameters, "reduction_parameters"):
        parameters.reduction_parameters.reduce = False
    solution = module.optimize(builder.build(), parameters).solution
    return solution if solution.full() else None


def objective(module, job):
    if job["measure"] == "count":
        return module.Objective.BinPacking
    return module.Objective.VariableSizedBinPacking


def steps(length):
    return round(length * STEPS)


def bars(job, request):
    builder = onedimensional.InstanceBuilder()
    builder.set_objective(objective(onedimensional, job))
    kerf = request.get("kerf", 0)
    for stock in request["stocks"]:
        cost = stock["cost"] if job["measure"] == "cost" else stock["length"]
        # The last piece needs no kerf of its own.
        builder.add_bin_type(steps(stock["length"] + kerf), cost=cost, copies=stock["quantity"])
    for piece in request["pieces"]:
        builder.add_item_type(steps(piece["length"] + kerf), copies=piece["quantity"])
    solution = optimised(onedimensional, builder, job["seconds"])
    if solution is None:
        return None
    patterns = []
    for at in range(solution.number_of_different_bins()):
        used = solution.bin(at)
        counts = {}
        for item in used.items:
            counts[item.item_type_id] = counts.get(item.item_type_id, 0) + 1
        position, cuts = 0, []
        for piece in sorted(counts, key=lambda piece: -request["pieces"][piece]["length"]):
            cuts.append([piece, counts[piece], position])
            position += counts[piece] * (request["pieces"][piece]["length"] + kerf)
        patterns.append({"stock": used.bin_type_id, "count": used.copies, "cuts": cuts})
    return {"patterns": patterns}


def rectangles(job, request):
    builder = rectangle.InstanceBuilder()
    builder.set_objective(objective(rectangle, job))
    for sheet in request.get("sheets") or [request["sheet"]]:
        copies = sheet.get("quantity", sum(part["quantity"] for part in request["parts"]))
        builder.add_bin_type(sheet["width"], sheet["height"], cost=sheet.get("cost", 1), copies=copies)
    for part in request["parts"]:
        turns = len(part["angles"]) > 1
        builder.add_item_type(*part["exterior"][2], oriented=not turns, copies=part["quantity"])
    solution = optimised(rectangle, builder, job["seconds"])
    if solution is None:
        return None

    def place(item):
        height = request["parts"][item.item_type_id]["exterior"][2][1]
        shift = height if item.rotate else 0
        return [item.item_type_id, item.x + shift, item.y, 90 if item.rotate else 0]

    return layout(solution, place)


def polygons(job, request):
    builder = irregular.InstanceBuilder()
    strip = request.get("strip", False)
    builder.set_objective(irregular.Objective.OpenDimensionX if strip else objective(irregular, job))
    builder.set_item_item_minimum_spacing(request.get("spacing", 0))
    count = sum(part["quantity"] for part in request["parts"])
    for sheet in request.get("sheets") or [request["sheet"]]:
        width = sum(part["quantity"] * reach(part) for part in request["parts"]) if strip else sheet["width"]
        builder.add_bin_type(
            irregular.build_rectangle(width, sheet["height"]),
            cost=sheet.get("cost", 1),
            item_bin_minimum_spacing=request.get("edge_margin", 0),
            copies=1 if strip else sheet.get("quantity", count),
        )
    for part in request["parts"]:
        shape = irregular.ShapeWithHoles(
            irregular.build_shape(part["exterior"]),
            [irregular.build_shape(hole) for hole in part.get("holes", [])],
        )
        angles = part["angles"]
        turns = [(0, 360, False)] if angles == "free" else [(angle, angle, False) for angle in angles]
        builder.add_item_type(shape, allowed_rotations=turns, copies=part["quantity"])
    solution = optimised(irregular, builder, job["seconds"])
    if solution is None:
        return None
    return layout(
        solution, lambda item: [item.item_type_id, item.bl_corner.x, item.bl_corner.y, item.angle]
    )


def reach(part):
    return 2 * max(math.hypot(*point) for point in part["exterior"])


def layout(solution, place):
    used = [solution.bin(at) for at in range(solution.number_of_different_bins())]
    return {
        "sheets": [
            {"type": sheet.bin_type_id, "count": sheet.copies, "placements": [place(item) for item in sheet.items]}
            for sheet in used
        ]
    }


def panels(job, request):
    builder = guillotine.InstanceBuilder()
    builder.set_objective(objective(guillotine, job))
    options = request.get("options", {})
    builder.set_number_of_stages(options.get("stages", 3))
    builder.set_cut_type(guillotine.CutType.NonExact)
    first = {"rip": guillotine.CutOrientation.Horizontal, "cross": guillotine.CutOrientation.Vertical}
    builder.set_first_stage_orientation(first.get(options.get("first_cut"), guillotine.CutOrientation.Any))
    builder.set_cut_thickness(steps(request["kerf"]))
    for stock in request["stocks"]:
        trims = {f"{side}_trim": steps(options.get(f"trim_{side}", 0)) for side in SIDES}
        types = {f"{side}_trim_type": guillotine.TrimType.Hard for side in SIDES}
        cost = stock["cost"] if job["measure"] == "cost" else stock["length"] * stock["width"]
        builder.add_bin_type(
            steps(stock["length"]), steps(stock["width"]), cost=cost, trims={**trims, **types}, copies=stock["quantity"]
        )
    grain = request["stocks"][0].get("grain", "length")
    for piece in request["pieces"]:
        fixed = piece.get("grain", "any") == "length" and grain != "none"
        builder.add_item_type(
            steps(piece["length"]), steps(piece["width"]), oriented=fixed, copies=piece["quantity"]
        )
    solution = optimised(guillotine, builder, job["seconds"])
    if solution is None:
        return None
    return {
        "patterns": [
            {"stock": used.bin_type_id, "count": used.copies, "tree": tree(used.nodes, request)}
            for used in (solution.bin(at) for at in range(solution.number_of_different_bins()))
        ]
    }


def tree(nodes, request):
    def size(node):
        return node.r - node.l, node.t - node.b

    def sawn(node):
        parts = [nodes[at] for at in node.children]
        if not parts:
            return leaf(node)
        if len(parts) == 1 and size(parts[0]) == size(node):
            return sawn(parts[0])
        cross = parts[0].r != (parts[1].r if len(parts) > 1 else node.r)
        sized = [
            {"length": (part.r - part.l) / STEPS} if cross else {"width": (part.t - part.b) / STEPS} for part in parts
        ]
        return {
            "cut": "cross" if cross else "rip",
            "parts": [{**side, **sawn(part)} for side, part in zip(sized, parts)],
        }

    def leaf(node):
        if node.item_type_id < 0:
            return {}
        piece = request["pieces"][node.item_type_id]
        room = size(node)
        sides = (steps(piece["length"]), steps(piece["width"]))
        turned = room != sides and (room == sides[::-1] or not (sides[0] <= room[0] and sides[1] <= room[1]))
        length, width = sides[::-1] if turned else sides
        found = {"piece": node.item_type_id, **({"rotated": True} if turned else {})}
        # A rest that is narrower than the kerf is no node of its own; the cut that makes it still is.
        if width < room[1]:
            return {"cut": "rip", "parts": [{"width": width / STEPS, **found}]}
        if length < room[0]:
            return {"cut": "cross", "parts": [{"length": length / STEPS, **found}]}
        return found

    # The trims are nodes of their own, below the panel.
    return sawn([node for node in nodes if node.d == 0][-1])


serve(solve)
