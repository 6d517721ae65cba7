"""What a call can fail with."""

from __future__ import annotations


class OffcutError(Exception):
    """`code` is that of the interface (INVALID_INPUT, AUTH_REQUIRED …), or FAILED; `status` the one of HTTP, if any."""

    def __init__(self, code: str, message: str, status: int | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
