"""The shape of the house: a module imports only from those above it, and none grows too large."""

import ast
import re

from support import ROOT

import interpreter

ORDER = re.findall(r"^- `(\w+)`:", interpreter.__doc__ or "", re.MULTILINE)
FILES = [path for path in sorted((ROOT / "interpreter").rglob("*.py")) if path != ROOT / "interpreter" / "__init__.py"]
MODULES = {path: path.relative_to(ROOT / "interpreter").parts[0].removesuffix(".py") for path in FILES}


def test_every_module_has_its_place_in_the_order() -> None:
    assert sorted(set(MODULES.values())) == sorted(ORDER)


def test_a_module_imports_only_from_those_above_it() -> None:
    for path, module in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("interpreter"):
                names = node.module.split(".")[1:2] or [alias.name for alias in node.names]
                for name in names:
                    assert name == module or ORDER.index(name) < ORDER.index(module), f"{module} imports {name}"


def test_what_is_printed_goes_through_the_door() -> None:
    for path in [ROOT / "cli.py", *MODULES]:
        tree = ast.parse(path.read_text("utf-8"))
        called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        past = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"} & called
        assert path.stem == "door" or not past, f"{path} prints past the door: {past}"


def test_no_module_is_too_large_to_read() -> None:
    for path in [ROOT / "cli.py", *MODULES]:
        assert path.read_text("utf-8").count("\n") <= 400, path
