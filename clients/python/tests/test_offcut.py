"""Both ways to Offcut, against a real one: OFFCUT_CLI and OFFCUT_URL say where it is."""

import json
import os
import tempfile
import unittest

from offcut import CommandLine, OffcutError, Service

SQUARE = [[0, 0], [40, 0], [40, 30], [0, 30]]
NEST = {
    "parts": [{"id": "plate", "exterior": SQUARE, "quantity": 5}],
    "sheet": {"width": 200, "height": 150},
    "config": {"spacing": 1},
}
CUT = {"stocks": [{"length": 6000}], "pieces": [{"id": "leg", "length": 700, "quantity": 9}], "kerf": 3}
SHEET = {"sheet_width": 200, "sheet_height": 150, "placements": [{"exterior": SQUARE, "x": 10, "y": 10}]}
DXF = "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\n0\n10\n0\n20\n0\n40\n25\n0\nENDSEC\n0\nEOF\n"


class Common:
    def test_nest(self):
        answer = self.engine.nest(NEST, seconds=2)
        self.assertEqual(answer["summary"]["placed_parts"], 5)
        self.assertEqual(answer["unplaced"], [])

    def test_what_does_not_fit_is_an_answer(self):
        answer = self.engine.nest({**NEST, "sheet": {"width": 10, "height": 10}}, seconds=1)
        self.assertEqual(answer["unplaced"], ["plate"] * 5)

    def test_cut(self):
        self.assertEqual(self.engine.cut(CUT)["summary"]["stocks_used"], 2)

    def test_parse(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "disc.dxf")
            with open(path, "w", encoding="ascii") as file:
                file.write(DXF)
            self.assertAlmostEqual(self.engine.read(path)["area"], 1963.495, places=2)

    def test_export(self):
        self.assertIn("M2", self.engine.export_gcode(SHEET))
        self.assertIn("CUT_OUTER", self.engine.export_dxf(SHEET))

    def test_fault(self):
        with self.assertRaises(OffcutError) as caught:
            self.engine.nest({"parts": [], "sheet": {"width": 1, "height": 1}})
        self.assertEqual(caught.exception.code, "INVALID_INPUT")
        self.assertIn("parts", caught.exception.message)


class CommandLineTest(Common, unittest.TestCase):
    def setUp(self):
        self.engine = CommandLine(json.loads(os.environ["OFFCUT_CLI"]))

    def test_same_seed_same_answer(self):
        self.assertEqual(self.engine.nest(NEST, seed=7), self.engine.nest(NEST, seed=7))

    def test_panels(self):
        boards = [{"length": 2800, "width": 2070}]
        doors = [{"id": "door", "length": 600, "width": 400, "quantity": 20}]
        plan = self.engine.panels({"stocks": boards, "pieces": doors, "kerf": 3.2})
        self.assertEqual((plan["status"], plan["summary"]["stocks_used"]), ("optimal", 1))
        self.assertEqual(plan["unplaced"], [])

    def test_missing_program(self):
        with self.assertRaises(OffcutError):
            CommandLine(["/no/such/offcut"]).cut(CUT)


class ServiceTest(Common, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Service.register(os.environ["OFFCUT_URL"], "py@example.com", "Py", "long enough password")

    def test_wrong_key(self):
        with self.assertRaises(OffcutError) as caught:
            Service(os.environ["OFFCUT_URL"], "wrong").cut(CUT)
        self.assertEqual((caught.exception.code, caught.exception.status), ("INVALID_API_KEY", 401))

    def test_nobody_there(self):
        with self.assertRaises(OffcutError):
            Service("http://127.0.0.1:1", "key").cut(CUT)


if __name__ == "__main__":
    unittest.main()
