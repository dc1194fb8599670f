"""The program of a bundle: what `tidings` is where there is no Python to start it with.

The program starts parts of itself as processes of their own, with `sys.executable`. Here that is
this very file, so it answers `-c CODE` and `-m MODULE` as Python does.
"""

from __future__ import annotations

import os
import runpy
import sys

LIBRARY_PATH = "LD_LIBRARY_PATH"
ITS_OLD_VALUE = "LD_LIBRARY_PATH_ORIG"  # kept by PyInstaller's own start


def give_back_the_library_path() -> None:
    """What we start (a browser for a link) must find its own libraries, not those of the bundle.

    The loader has read the variable when this process began, and does so no more.
    """
    old = os.environ.pop(ITS_OLD_VALUE, None)
    if old:
        os.environ[LIBRARY_PATH] = old
    else:
        os.environ.pop(LIBRARY_PATH, None)


def main() -> None:
    """Ends the process with the program's status."""
    give_back_the_library_path()
    match sys.argv[1:]:
        case ["-c", code, *rest]:
            sys.argv = ["-c", *rest]
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 -- ours
        case ["-m", module, *rest]:
            sys.argv = [module, *rest]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case _:
            from app.__main__ import main as run

            run()


if __name__ == "__main__":
    main()
