"""The same job as job.py, with a client made from the service's own document:

    pip install openapi-python-client
    openapi-python-client generate --url http://localhost:3000/openapi.json --meta none --output-path offcut_client
    python generated.py http://localhost:3000 plate.dxf
"""

import sys
import uuid
from pathlib import Path

from offcut_client import Client
from offcut_client.api.account import register
from offcut_client.api.export import export_dxf, export_gcode
from offcut_client.api.parse import parse_dxf
from offcut_client.api.solve import nest
from offcut_client.models import (
    DrawingForm,
    ExportRequest,
    ExportRequestConfig,
    ExportRequestPlacementsItem,
    NestRequest,
    NestRequestConfig,
    NestRequestPartsItem,
    NestRequestSheet,
    RegisterRequest,
)
from offcut_client.types import File

base, drawing = sys.argv[1].rstrip("/"), Path(sys.argv[2])
account = RegisterRequest(email=f"{uuid.uuid4()}@example.com", name="Generated", password=str(uuid.uuid4()))
key = register.sync(client=Client(base), body=account).api_key
client = Client(base, headers={"X-API-Key": key})

with drawing.open("rb") as file:
    body = DrawingForm(file=File(payload=file, file_name=drawing.name))
    part = parse_dxf.sync(client=client, body=body).data.geometry

request = NestRequest(
    parts=[NestRequestPartsItem(id="part", exterior=part.exterior, holes=part.holes, quantity=6)],
    sheet=NestRequestSheet(width=500, height=300),
    config=NestRequestConfig(kerf=0.2),
)
layout = nest.sync(client=client, body=request, prefer="wait=2").data
print(layout.summary.to_dict())

for sheet in layout.sheets:
    job = ExportRequest(
        sheet_width=500,
        sheet_height=300,
        sheet_index=sheet.index,
        placements=[
            ExportRequestPlacementsItem(
                exterior=part.exterior, holes=part.holes, x=place.x, y=place.y, rotation=place.rotation
            )
            for place in sheet.placements
        ],
        config=ExportRequestConfig(kerf=0.2),
    )
    Path(f"nest_sheet_{sheet.index}.gcode").write_text(export_gcode.sync(client=client, body=job))
    Path(f"nest_sheet_{sheet.index}.dxf").write_bytes(export_dxf.sync(client=client, body=job).payload.read())
