"""A whole job over HTTP: a drawing in, nested sheets, a G-code program out. Needs `requests` and a running service.

    python job.py http://localhost:3000 plate.dxf 12

The key is taken from OFFCUT_KEY; without it an account is opened and its key shown.
"""

import os
import sys
import uuid

import requests


def main(base: str, drawing: str, quantity: int) -> None:
    service = requests.Session()
    service.headers["X-API-Key"] = os.environ.get("OFFCUT_KEY") or register(base)

    with open(drawing, "rb") as file:
        part = data(service.post(f"{base}/v1/parse/dxf", files={"file": file}))["geometry"]
    request = {
        "parts": [{"id": "part", **part, "quantity": quantity}],
        "sheet": {"width": 1000, "height": 500},
        "config": {"spacing": 2, "edge_margin": 5, "kerf": 0.2},
    }
    # Asked again under the same key it is neither solved nor charged again, so a lost line costs nothing.
    once = {"Idempotency-Key": str(uuid.uuid4()), "Prefer": "wait=2"}
    layout = data(service.post(f"{base}/v1/solve/nest-2d", json=request, headers=once))
    print(layout["summary"])

    for sheet in layout["sheets"]:
        placements = [{**part, **{key: place[key] for key in ("x", "y", "rotation")}} for place in sheet["placements"]]
        program = service.post(
            f"{base}/v1/export/gcode",
            json={
                "sheet_width": 1000,
                "sheet_height": 500,
                "sheet_index": sheet["index"],
                "placements": placements,
                "config": {"kerf": 0.2},
            },
        )
        check(program)
        name = f"nest_sheet_{sheet['index']}.gcode"
        with open(name, "w", encoding="utf-8") as file:
            file.write(program.text)
        print(name, f"{len(program.text.splitlines())} lines")


def register(base: str) -> str:
    account = {"email": f"{uuid.uuid4()}@example.com", "name": "Python example", "password": str(uuid.uuid4())}
    answer = requests.post(f"{base}/v1/account/register", json=account)
    check(answer)
    print("key:", answer.json()["api_key"])
    return answer.json()["api_key"]


def data(answer: requests.Response) -> dict:
    check(answer)
    return answer.json()["data"]


def check(answer: requests.Response) -> None:
    """Mistakes are told in `detail`; 429 and 503 say in Retry-After when to come again."""
    if not answer.ok:
        sys.exit(f"{answer.status_code} {answer.text} (Retry-After: {answer.headers.get('Retry-After')})")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
