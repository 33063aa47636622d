"""How many lines of kernel today's games take, here and in another commit.

    python benchmarks/kernel_lines.py [COMMIT …]

Counted is what is under `kernels` and in `mechanics/riding`, but for what is no rule of a game: how code is
compiled and kept, batches, and endgames. In the second column without what the fifteen games of the first
commit do not use: other mechanics' law, state and panels, hoppers and paths. In the third, only lines with
code: no comments, docstrings, blank lines or imports. A module of a commit that had another name is counted
by what it is for, see `COMPILING`.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
KERNELS, RIDING = "src/fairyring/kernels/", "src/fairyring/mechanics/riding/"
FIRST = "a582176"  # before there were mechanics
COMPILING = {  # how code and tables are compiled, passed and kept, under any name that it has had
    *(
        "cache_files",
        "cache_folder",
        "code_cache",
        "compiling",
        "dispatch",
        "doors",
        "entry_points",
        "gc_pause",
    ),
    *("keeping", "linking", "lowering", "owners", "packed", "parts", "pipeline", "shortcuts", "signatures"),
    *("sweeping", "symbols", "table_cache", "variables"),
}
NO_RULES = {"batches", "retrograde"}
FOR_OTHERS = {  # of games that came later
    *("law", "declared", "panels", "stages", "unread"),
    *("orthodox/hops", "orthodox/hop_tables", "orthodox/paths", "orthodox/path_tables"),
}


def main() -> None:
    """Count and print."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("commit", nargs="*", default=[FIRST, "HEAD"])
    chosen = options.parse_args()
    print("| commit | lines of rules | of the fifteen games | with code |", "|---|---|---|---|", sep="\n")
    for commit in chosen.commit:
        rules = modules(commit)
        needed = {name: text for name, text in rules.items() if name not in FOR_OTHERS}
        counts = lines(rules.values()), lines(needed.values()), sum(map(with_code, needed.values()))
        print(f"| {commit} | {' | '.join(f'{count:,}' for count in counts)} |")


def modules(commit: str) -> dict[str, str]:
    """The texts of the modules with rules, by their names below `kernels` or `mechanics`."""
    listed = git("ls-tree", "-r", "--name-only", commit, KERNELS, RIDING).splitlines()
    found = {}
    for path in listed:
        name = path.removeprefix(KERNELS).removeprefix("src/fairyring/").removesuffix(".py")
        if path.endswith(".py") and name not in COMPILING | NO_RULES:
            found[name] = git("show", f"{commit}:{path}")
    return found


def lines(texts: Iterable[str]) -> int:
    """All lines of some texts."""
    return sum(len(text.splitlines()) for text in texts)


def with_code(text: str) -> int:
    """The lines on which there is code: no docstring, import, comment or blank line."""
    tree = ast.parse(text)
    left_out = set[int]()
    for node in ast.walk(tree):
        stated = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if stated or isinstance(node, ast.Import | ast.ImportFrom):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    written = (
        number
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.strip().startswith("#")
    )
    return sum(number not in left_out for number in written)


def git(*words: str) -> str:
    """What Git says."""
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
