"""What docstrings and pages show is what happens; the notebook runs from top to bottom; types are told."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import falsecard as fc

from conftest import ROOT

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL

MODULES = ["", ".beliefs", ".decisions", ".double_dummy", ".entrants", ".files", ".games", ".jobs", ".rules", ".views"]

NOTEBOOK = ROOT / "python" / "notebooks" / "count_signals.ipynb"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(f"falsecard{name}")
    assert doctest.testmod(module, optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_pages(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of a page run one after another."""
    monkeypatch.chdir(ROOT)
    text = (ROOT / page).read_text()
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_everything_public_is_described() -> None:
    for name in fc.__all__:
        it = getattr(fc, name)
        if inspect.isclass(it) or inspect.isfunction(it):
            assert inspect.getdoc(it), name
            members = inspect.getmembers(it, lambda member: inspect.isfunction(member) or isinstance(member, property))
            for member, value in members:
                assert member.startswith("_") or inspect.getdoc(value), f"{name}.{member}"


def test_the_notebook_runs(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without results"
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [it for it in outputs if "image/png" in it.get("data", {})]
    assert len(pictures) >= 3, "it draws"
    assert any("iframe" in it.get("data", {}).get("text/html", "") for it in outputs), "it shows the deal"


def test_types_are_told() -> None:
    pytest.importorskip("mypy")
    package = Path(fc.__file__).parent
    assert (package / "py.typed").exists()
    ignored = ["--ignore-missing-imports", "--no-error-summary", "--python-version", "3.11"]
    done = subprocess.run([sys.executable, "-m", "mypy", *ignored, "-p", "falsecard"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_stub_has_what_the_module_has() -> None:
    from falsecard import _falsecard

    stub = (Path(fc.__file__).parent / "_falsecard.pyi").read_text()
    for name in dir(_falsecard):
        if not name.startswith("__"):
            assert re.search(rf"^(class|def) {name}\b|^{name}:", stub, re.M), name
