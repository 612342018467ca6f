"""Prints what the modules of packages do when they are imported, except for what each such module does.

    python statements.py <folder of packages>

Texts of a schema are in strings only: a module declares classes, functions, and constants, and calls nothing but what
makes them.
"""

import ast
import pathlib
import sys

DECLARATIONS = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AnnAssign, ast.Assign)
CALLED = {"TypedDict", "frozenset", "Methods", "Request", "Notification", "either", "or_question"}


def main() -> None:
    for path in sorted(pathlib.Path(sys.argv[1]).rglob("v*/*.py")):
        for statement in ast.parse(path.read_text("utf-8")).body:
            for problem in problems_in(statement):
                print(f"{path}:{statement.lineno}: {problem}")


def problems_in(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return []
    if isinstance(statement, ast.If):
        test = ast.unparse(statement.test)
        known = test in ("TYPE_CHECKING", "sys.version_info >= (3, 11)")
        return [] if known else [f"a condition: {test}"]
    if not isinstance(statement, DECLARATIONS):
        return [f"a statement: {ast.unparse(statement)}"]
    # What a function does, it does not do on import.
    parts = statement.decorator_list if isinstance(statement, ast.FunctionDef) else [statement]
    calls = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)]
    return [f"a call: {ast.unparse(call)}" for call in calls if ast.unparse(call.func) not in CALLED]


main()
