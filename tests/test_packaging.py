"""What is shipped: every package is listed, and nothing is named that a user could not reach."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOP = ("ingest", "analysis", "dashboard", "sample_traces")


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_package_is_listed() -> None:
    found = {
        "misheard." + ".".join(file.parent.relative_to(ROOT).parts)
        for top in TOP
        for file in (ROOT / top).rglob("__init__.py")
    }

    assert set(project()["tool"]["setuptools"]["packages"]) == found  # type: ignore[index]


def test_every_data_file_is_covered_by_the_package_data() -> None:
    patterns: dict[str, list[str]] = project()["tool"]["setuptools"]["package-data"]  # type: ignore[index]
    covered: set[Path] = set()
    for package, globs in patterns.items():
        folder = ROOT.joinpath(*package.split(".")[1:])
        for pattern in globs:
            covered.update(folder.glob(pattern))
    data = {
        file
        for top in TOP
        for file in (ROOT / top).rglob("*")
        if file.is_file() and file.suffix not in {".py", ".pyc", ".md"} and "__pycache__" not in file.parts
    }

    assert data - covered == set()


def test_types_are_found_through_links_to_every_top_folder() -> None:
    for top in TOP:
        assert (ROOT / ".types" / "misheard" / top).resolve() == ROOT / top


def test_locks_are_hashed_and_name_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text("utf-8")
        requirements = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert requirements
        assert text.count("--hash=sha256:") >= len(requirements)
        assert "://" not in text
