"""Generated protobuf code: `python packaging/schemas.py write`, or `check` that none has drifted.

Every engine/schemas/NAME.proto has a NAME_pb2.py and a NAME_pb2.pyi beside it, made by the protoc
of grpcio-tools and the plug-in of mypy-protobuf. They are kept in the repository, so that neither
the program nor its set-up needs a compiler.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path("engine") / "schemas"
USAGE = "Use: python packaging/schemas.py write|check"


def generated_names(schemas: list[str]) -> list[str]:
    """The files that belong to these schemas: a.proto -> a_pb2.py, a_pb2.pyi."""
    stems = [name.removesuffix(".proto") for name in schemas]
    return [f"{stem}_pb2{suffix}" for stem in stems for suffix in (".py", ".pyi")]


def drift(kept: Mapping[str, bytes], fresh: Mapping[str, bytes]) -> list[str]:
    """One sentence for each generated file that is not what its schema gives now."""
    sentences = []
    for name in sorted({*kept, *fresh}):
        if name not in kept:
            sentences.append(f"{name} has not been generated.")
        elif name not in fresh:
            sentences.append(f"{name} belongs to no schema.")
        elif kept[name] != fresh[name]:
            sentences.append(f"{name} is not what its schema gives.")
    return sentences


def generate(root: Path) -> dict[str, bytes]:
    """The code of all schemas under `root`, by file name. Raises SystemExit if protoc objects."""
    from grpc_tools import protoc  # heavy, and of no use to those who only read the names

    schemas = sorted(path.name for path in (root / FOLDER).glob("*.proto"))
    if not schemas:
        return {}
    with tempfile.TemporaryDirectory() as scratch:
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={root}",
                f"--python_out={scratch}",
                f"--plugin=protoc-gen-mypy={Path(sys.executable).parent / 'protoc-gen-mypy'}",
                f"--mypy_out=quiet:{scratch}",
                # From the root, so that generated modules import each other by their full names.
                *(str(root / FOLDER / name) for name in schemas),
            ]
        )
        if status != 0:
            raise SystemExit("protoc did not accept the schemas; its words are above.")
        made = Path(scratch) / FOLDER
        return {name: (made / name).read_bytes() for name in generated_names(schemas)}


def kept_files(root: Path) -> dict[str, bytes]:
    """The generated files that stand in the repository, by file name."""
    return {path.name: path.read_bytes() for path in (root / FOLDER).glob("*_pb2.py*")}


def main(arguments: list[str], root: Path) -> int:
    match arguments:
        case ["write"]:
            fresh = generate(root)
            for name in sorted({*kept_files(root)} - {*fresh}):
                (root / FOLDER / name).unlink()
            for name, code in fresh.items():
                (root / FOLDER / name).write_bytes(code)
            return 0
        case ["check"]:
            sentences = drift(kept_files(root), generate(root))
            for sentence in sentences:
                print(f"{FOLDER.as_posix()}: {sentence} Run: make schemas", file=sys.stderr)
            return 1 if sentences else 0
        case _:
            print(USAGE, file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parent.parent))
