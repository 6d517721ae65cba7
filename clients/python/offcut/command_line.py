"""Offcut as a program that is started for each call."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from .errors import OffcutError
from .types import (
    Cut1DData,
    Cut1DRequest,
    ExportRequest,
    Nest2DData,
    Nest2DRequest,
    PanelPlan,
    PanelRequest,
    ParseDXFData,
)

# Exit codes of the program: not everything has a place is an answer, too.
_ANSWERED = (0, 1)
_BAD_INPUT = 2


class CommandLine:
    """`program` starts Offcut: `["npx", "offcut"]`, or the path of an installed one."""

    def __init__(self, program: Sequence[str] = ("npx", "offcut")) -> None:
        self._program = list(program)

    def read(self, path: str | os.PathLike[str]) -> ParseDXFData:
        """Reads a DXF or SVG drawing: its largest part with holes, and every cut path. Millimetres."""
        return self._json(["parse", os.fspath(path)])

    def nest(self, request: Nest2DRequest, seconds: float | None = None, seed: int | None = None) -> Nest2DData:
        """Places copies of parts on as few sheets as possible. `seconds` ends the search with the best that it has."""
        return self._json(["nest", "-", *_options(seconds, seed)], request)

    def cut(self, request: Cut1DRequest, seconds: float | None = None, seed: int | None = None) -> Cut1DData:
        """Cuts pieces from bars with the least waste or cost."""
        return self._json(["cut", "-", *_options(seconds, seed)], request)

    def panels(self, request: PanelRequest, seconds: float | None = None, seed: int | None = None) -> PanelPlan:
        """Saws rectangles from panels, edge to edge, with the least waste or cost."""
        return self._json(["panels", "-", *_options(seconds, seed)], request)

    def export_gcode(self, request: ExportRequest) -> str:
        """Writes the program that cuts one sheet."""
        return self._run(["gcode"], request)

    def export_dxf(self, request: ExportRequest) -> str:
        """Draws one sheet as DXF."""
        return self._run(["dxf"], request)

    def _json(self, words: list[str], request: Any = None) -> Any:
        return json.loads(self._run(words, request))

    def _run(self, words: list[str], request: Any = None) -> str:
        given = None if request is None else json.dumps(request)
        try:
            done = subprocess.run(
                [*self._program, *words], input=given, capture_output=True, text=True, encoding="utf-8", check=False
            )
        except FileNotFoundError as error:
            raise OffcutError("FAILED", f"{self._program[0]} could not be started") from error
        if done.returncode not in _ANSWERED:
            code = "INVALID_INPUT" if done.returncode == _BAD_INPUT else "FAILED"
            raise OffcutError(code, done.stderr.strip().removeprefix("offcut: "))
        return done.stdout


def _options(seconds: float | None, seed: int | None) -> list[str]:
    words: list[str] = []
    if seconds is not None:
        words += ["--seconds", str(seconds)]
    if seed is not None:
        words += ["--seed", str(seed)]
    return words
