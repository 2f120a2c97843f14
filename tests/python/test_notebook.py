"""The notebook of the examples, executed as a notebook where Debian's python3-nbclient and python3-ipykernel are installed,
and cell by cell everywhere."""
import ast
import json
import os
import pathlib

import pytest

import sapper

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "experiments/python/examples/first_steps.ipynb"


def code_cells():
    return [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]


def test_it_is_stored_without_outputs():
    assert len(code_cells()) > 5
    for cell in code_cells():
        assert cell["outputs"] == [] and cell["execution_count"] is None


def test_every_cell_runs_and_games_are_drawn():
    names = {}
    drawn = 0
    for cell in code_cells():
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        if not isinstance(last, ast.Expr):
            exec(compile(tree, str(NOTEBOOK), "exec"), names)
            continue
        exec(compile(ast.Module(tree.body[:-1], []), str(NOTEBOOK), "exec"), names)
        value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
        drawn += isinstance(value, sapper.Game) and "<svg" in value._repr_html_()
    assert drawn == 2


def test_it_runs_as_a_notebook(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    os.environ.setdefault("JUPYTER_RUNTIME_DIR", str(tmp_path))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) == 2
    assert not any(output.output_type == "error" for output in outputs)
