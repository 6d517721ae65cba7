"""Offcut as a service over HTTP."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
import uuid
from typing import Any

from .errors import OffcutError
from .types import Cut1DData, Cut1DRequest, ExportRequest, Nest2DData, Nest2DRequest, ParseDXFData


class Service:
    """`url` is that of the service, without `/v1`. `timeout` is in seconds, for one call."""

    def __init__(self, url: str, api_key: str, timeout: float = 120) -> None:
        self._url = url.rstrip("/")
        self._key = api_key
        self._timeout = timeout

    @staticmethod
    def register(url: str, email: str, name: str, password: str) -> Service:
        """A service with the key of a new account; the key is told only once: it is in `api_key`."""
        anyone = Service(url, "")
        given = {"email": email, "name": name, "password": password}
        return Service(url, json.loads(anyone._post("/v1/account/register", given))["api_key"])

    @property
    def api_key(self) -> str:
        return self._key

    def read(self, path: str | os.PathLike[str]) -> ParseDXFData:
        """Reads a DXF drawing: its largest part with holes, and every cut path. Millimetres."""
        with open(path, "rb") as file:
            content = file.read()
        boundary = uuid.uuid4().hex
        name = os.path.basename(os.fspath(path)).replace('"', "%22")
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        return json.loads(self._send("/v1/parse/dxf", body, {"Content-Type": kind}))["data"]

    def nest(self, request: Nest2DRequest, seconds: float | None = None) -> Nest2DData:
        """Places copies of parts on as few sheets as possible. `seconds` ends the search with the best that it has."""
        return json.loads(self._post("/v1/solve/nest-2d", request, seconds))["data"]

    def cut(self, request: Cut1DRequest, seconds: float | None = None) -> Cut1DData:
        """Cuts pieces from bars with the least waste or cost."""
        return json.loads(self._post("/v1/solve/cut-1d", request, seconds))["data"]

    def export_gcode(self, request: ExportRequest) -> str:
        """Writes the program that cuts one sheet."""
        return self._post("/v1/export/gcode", request)

    def export_dxf(self, request: ExportRequest) -> str:
        """Draws one sheet as DXF."""
        return self._post("/v1/export/dxf", request)

    def _post(self, path: str, request: Any, seconds: float | None = None) -> str:
        headers = {"Content-Type": "application/json"}
        if seconds is not None:
            headers["Prefer"] = f"wait={seconds}"
        return self._send(path, json.dumps(request).encode(), headers)

    def _send(self, path: str, body: bytes, headers: dict[str, str]) -> str:
        own = {"X-API-Key": self._key} if self._key else {}
        call = urllib.request.Request(self._url + path, body, {**headers, **own}, method="POST")
        try:
            with urllib.request.urlopen(call, timeout=self._timeout) as answer:
                return answer.read().decode("utf-8")
        except urllib.error.HTTPError as error:
            raise _fault(error.code, error.read().decode("utf-8", "replace")) from error
        except urllib.error.URLError as error:
            raise OffcutError("FAILED", f"{self._url} cannot be reached: {error.reason}") from error


def _fault(status: int, text: str) -> OffcutError:
    try:
        detail = json.loads(text)["detail"]
    except (ValueError, KeyError, TypeError):
        return OffcutError("FAILED", text.strip() or f"status {status}", status)
    if isinstance(detail, dict):
        return OffcutError(detail["code"], detail["message"], status)
    if isinstance(detail, list):
        lines = [f"{'.'.join(str(step) for step in item['loc'])}: {item['msg']}" for item in detail]
        return OffcutError("INVALID_INPUT", "; ".join(lines), status)
    return OffcutError("FAILED", str(detail), status)
