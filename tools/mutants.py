"""Whether tests notice when a rule is broken: one small change in a game's scripts at a time, and the tests of it.

    python tools/mutants.py --game GAME --sample 200 --jobs 2 --out out/mutants/GAME

Changes are drawn by a seed from all modules of a game that cite its ledger: a comparison that is a hair off, a number
one higher, a condition dropped or turned round, a clause of an effect left out, a statement skipped. Nothing is written
to the sources: the module is changed on its way in. First all tests of the game are run once, to note which functions
each of them enters; a change is then shown to those that enter its function (one outside of any function, to all who
hold the rule it stands beside, then to the others). Stopped, it goes on where it was. What no test noticed is listed at
the end: a test is missing, or the change changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest
from msgspec import Struct

from sightline.core import rulebook

ROOT = Path(__file__).resolve().parent.parent
WANTED, NOTED = "SIGHTLINE_MUTANT", "SIGHTLINE_ENTERED"
"""What tells a run of tests which change to make, and where to note what each test enters."""
PATIENCE = 300
"""How many seconds the tests of one change may take: a rule that never ends is noticed too."""
WHOLE = "<module>"


class Change(Struct, frozen=True):
    """One place in a source and what is done to it."""

    module: str
    number: int
    """Which of all changes of this module it is."""
    line: int
    function: str
    rules: tuple[str, ...]
    """The rules cited nearest to it: in its function or its entry."""
    before: str
    after: str


# ------------------------------------------------------------------ what may be changed

HAIR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
TURNED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv}


def variants(node: ast.AST) -> Iterator[ast.AST | None]:
    """What a node may become; None is to be left out."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in HAIR:
            yield ast.Compare(node.left, [HAIR[type(op)]()], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in TURNED:
            yield ast.BinOp(node.left, TURNED[type(op)](), node.right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.If(test=ast.Name() | ast.Call() | ast.Await() | ast.NamedExpr()):
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.Expr(value=ast.Await() | ast.Call()):
            yield ast.Pass()
        case ast.keyword(arg="when"):
            yield None


def walk(
    node: ast.AST, path: tuple[str, ...] = (), *, inside: bool = False
) -> Iterator[tuple[ast.AST, str, int | None, tuple[str, ...]]]:
    """Every place a node stands in (its parent, the field and where in it) with the class and function around it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not inside:
        path, inside = (*path, node.name), not isinstance(node, ast.ClassDef)
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list"}:
            continue
        for place, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(child, ast.AST):
                yield node, field, place, path
                yield from walk(child, path, inside=inside)


def is_effect(node: ast.AST) -> bool:
    """Whether a call lists the clauses of an effect behind the id of its rule."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "effect"


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, tuple[str, ...], ast.AST | None]]:
    """Every change of a module in its order: where it is, and what stands there then."""
    for parent, field, place, path in walk(tree):
        child = getattr(parent, field) if place is None else getattr(parent, field)[place]
        for other in variants(child):
            yield parent, field, place, path, other
        if is_effect(parent) and field == "args" and place:
            yield parent, field, place, path, None


def cited(node: ast.AST, pattern: re.Pattern[str]) -> tuple[str, ...]:
    """The rules named by the strings below a node, docstrings included."""
    found = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return tuple(dict.fromkeys(rule for text in found for rule in pattern.findall(text)))


def changes(module: str, source: str, prefix: str) -> list[Change]:
    """All changes of a module."""
    tree, pattern = ast.parse(source), re.compile(rf"{prefix}-[A-Z][A-Z0-9]{{2}}-\d\d")
    near: dict[ast.AST, tuple[str, ...]] = {}
    for top in tree.body:
        rules = cited(top, pattern)
        near.update(dict.fromkeys(ast.walk(top), rules))
    made = []
    for number, (parent, field, place, path, other) in enumerate(places(tree)):
        child = getattr(parent, field) if place is None else getattr(parent, field)[place]
        line = getattr(child, "lineno", getattr(parent, "lineno", 0))
        said = "nothing" if other is None else ast.unparse(ast.fix_missing_locations(copy.deepcopy(other)))
        before = ast.unparse(child)
        made.append(
            Change(
                module, number, line, ".".join(path) or WHOLE, near.get(parent, ()), one_line(before), one_line(said)
            )
        )
    return made


def one_line(code: str) -> str:
    """Code short enough for a list."""
    line = " ".join(code.split())
    return line if len(line) <= 110 else f"{line[:107]}..."


def changed(source: str, number: int) -> ast.Module:
    """The syntax tree of a module with one of its changes made."""
    tree = ast.parse(source)
    parent, field, place, _, other = next(each for at, each in enumerate(places(tree)) if at == number)
    if place is None:
        setattr(parent, field, other)
    elif other is None:
        del getattr(parent, field)[place]
    else:
        getattr(parent, field)[place] = other
    return ast.fix_missing_locations(tree)


# ------------------------------------------------------------------ inside a run of tests


class Changed(SourceFileLoader):
    """Loads a module with one change, past whatever was compiled of it before."""

    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self.number = number

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return compile(changed(Path(path).read_text(), self.number), path, "exec", dont_inherit=True)


class Changing(MetaPathFinder):
    """Finds the one module that is to be changed."""

    def __init__(self, module: str, number: int) -> None:
        self.module, self.number = module, number

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = Changed(name, spec.origin, self.number)
        return spec


class Entered:
    """Notes which functions of a package each test enters."""

    def __init__(self, package: str, target: Path) -> None:
        self.target = target
        self.root = str(ROOT / "src" / Path(*package.split("."))) + os.sep
        self.seen: dict[str, set[CodeType]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        codes = self.seen.setdefault(item.nodeid, set())

        def note(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call":
                codes.add(frame.f_code)

        sys.setprofile(note)
        yield
        sys.setprofile(None)

    def pytest_sessionfinish(self) -> None:
        told = {
            test: sorted({name for code in codes if (name := self._name(code))}) for test, codes in self.seen.items()
        }
        self.target.write_text(json.dumps(told))

    def _name(self, code: CodeType) -> str:
        """The module below the package, and the function; parts of functions count as these."""
        if not code.co_filename.startswith(self.root):
            return ""
        module = code.co_filename.removeprefix(self.root).removesuffix(".py").replace(os.sep, ".")
        return f"{module}:{code.co_qualname.split('.<locals>')[0]}"


def pytest_configure(config: pytest.Config) -> None:
    """Make the change that is asked for, or note what tests enter."""
    if wanted := os.environ.get(WANTED):
        module, _, number = wanted.rpartition(":")
        sys.meta_path.insert(0, Changing(module, int(number)))
    if noted := os.environ.get(NOTED):
        package, _, target = noted.partition(":")
        config.pluginmanager.register(Entered(package, Path(target)))


# ------------------------------------------------------------------ showing changes to tests


def run(arguments: Sequence[str], **wish: str) -> subprocess.CompletedProcess[str]:
    """Run tests with this module as a plugin."""
    command = [sys.executable, "-m", "pytest", "-p", "tools.mutants", "-p", "no:cacheprovider", "-q", *arguments]
    environment = {**os.environ, **wish, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    return subprocess.run(  # noqa: S603 - the same interpreter
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE * 6
    )


def entering(package: str, tests: str, folder: Path) -> dict[str, list[str]]:
    """The functions that each test enters, noted once and kept."""
    target = folder / "entered.json"
    if not target.exists():
        done = run([tests], **{NOTED: f"{package}:{target}"})
        if done.returncode:
            target.unlink(missing_ok=True)
            raise SystemExit(f"error: the tests fail before anything is changed\n{done.stdout[-2000:]}")
    entered: dict[str, list[str]] = json.loads(target.read_text())
    return entered


def noticed(change: Change, tests: Sequence[str], folder: Path) -> str:
    """The first test that notices a change, or nothing."""
    listed = folder / f"{change.module}-{change.number}.txt"
    listed.write_text("\n".join(tests))
    try:
        done = run(["-x", f"@{listed}"], **{WANTED: f"{change.module}:{change.number}"})
    except subprocess.TimeoutExpired:
        return "never ended"
    finally:
        listed.unlink()
    if not done.returncode:
        return ""
    first = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return first.group(1) if first else "could not be loaded"


def choosing(package: str, entered: dict[str, list[str]], held: dict[str, list[str]]) -> Callable[[Change], list[str]]:
    """Which tests are shown a change: those that enter its function, or else all; those of its rules first."""
    by_function = defaultdict(list)
    for test, functions in entered.items():
        for function in functions:
            by_function[function].append(test)

    def chosen(change: Change) -> list[str]:
        own = {test for rule in change.rules for test in held.get(rule, ())}
        name = f"{change.module.removeprefix(package + '.')}:{change.function}"
        among = by_function.get(name) or list(entered)
        return sorted(among, key=lambda test: (test.partition("[")[0] not in own, len(entered[test]), test))

    return chosen


def main() -> None:
    """Show changes to tests, and list those that nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--modules", nargs="*", default=[], help="only these, by their names below the game's package")
    parser.add_argument("--out", type=Path, required=True)
    wish = parser.parse_args()
    book, package = rulebook.of(wish.game), rulebook.packages()[wish.game]
    wish.out.mkdir(parents=True, exist_ok=True)
    every = []
    base = ROOT / "src" / Path(*package.split("."))
    for path in sorted(base.rglob("*.py")):
        module = ".".join([package, *path.relative_to(base).with_suffix("").parts])
        source = path.read_text()
        if f'"{book.prefix}-' in source and (not wish.modules or module.removeprefix(package + ".") in wish.modules):
            every += changes(module, source, book.prefix)
    drawn = Random(wish.seed).sample(every, min(wish.sample, len(every)))  # noqa: S311 - a draw of places, not a lock
    entered = entering(package, f"tests/games/{wish.game}", wish.out.resolve())
    chosen = choosing(package, entered, json.loads((base / "tested.json").read_text()))
    kept = wish.out / "shown.jsonl"
    shown = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    known = {(row["module"], row["number"], row["before"], row["after"]): row["by"] for row in shown}
    left = [c for c in drawn if (c.module, c.number, c.before, c.after) not in known]
    with ThreadPoolExecutor(wish.jobs) as crew, kept.open("a") as file:
        waiting = {crew.submit(noticed, c, chosen(c), wish.out): c for c in left}
        for number, done in enumerate(as_completed(waiting), 1):
            change, by = waiting[done], done.result()
            known[change.module, change.number, change.before, change.after] = by
            file.write(
                json.dumps(
                    {
                        "module": change.module,
                        "number": change.number,
                        "line": change.line,
                        "before": change.before,
                        "after": change.after,
                        "by": by,
                    }
                )
                + "\n"
            )
            file.flush()
            print(f"\r{number} of {len(waiting)}", end="", file=sys.stderr, flush=True)
    tell(drawn, known, package, len(every))


def tell(drawn: Sequence[Change], known: dict[tuple[str, int, str, str], str], package: str, every: int) -> None:
    """What came of it."""
    missed = [c for c in drawn if not known.get((c.module, c.number, c.before, c.after))]
    print(f"\n{len(drawn)} of {every} changes; {len(drawn) - len(missed)} noticed, {len(missed)} not:")
    for change in sorted(missed, key=lambda c: (c.module, c.line)):
        where = f"{change.module.removeprefix(package + '.')}:{change.line} {change.function}"
        print(f"  {where}: {change.before}  ->  {change.after}  [{' '.join(change.rules[:4])}]")


if __name__ == "__main__":
    main()
