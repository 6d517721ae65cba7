"""Nesting and cutting with Offcut: through its command line (`CommandLine`) or its service (`Service`)."""

from .command_line import CommandLine
from .errors import OffcutError
from .service import Service

__all__ = ["CommandLine", "OffcutError", "Service"]
