"""How well `same_work` tells requests for the same work from others, on labelled pairs, and how fast.

usage: python benchmarks/same_work.py [PAIRS …]

PAIRS are JSON Lines of `{"source", "retelling", "label", "group", "tag"}`, label 1 where both ask for the same work
(default: ../shared/language/same_work/*.jsonl, not part of this project; absent files are skipped and said to be).
The weights were fitted on these pairs, so that the figures in sample flatter; those with each file left out of the
fit are what to expect of another domain.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from misheard.analysis import same_work
from misheard.analysis.fitted.fit_same_work import Rows, fit, scores, tell
from misheard.analysis.samework.judge import model

PAIRS = Path(__file__).resolve().parent.parent.parent / "shared" / "language" / "same_work"
NAMES = ("text2sql_advising", "nl2bash", "banking77")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", type=Path, default=[PAIRS / f"{name}.jsonl" for name in NAMES])
    given = parser.parse_args().pairs
    paths = [path for path in given if path.exists()]
    for path in given:
        if path not in paths:
            print(f"{path}: absent, skipped")
    if not paths:
        return
    rows = Rows(paths)
    tell("as shipped", rows, scores(rows, model(), np.ones(len(rows.labels), bool)))
    if len(paths) > 1:
        found = np.zeros(len(rows.labels))
        for number in range(len(paths)):
            out = rows.files == number
            found[out] = scores(rows, fit(rows, ~out), out)
        tell("file out", rows, found)
    pairs = [json.loads(line) for line in paths[0].read_text("utf-8").splitlines()]
    start = time.process_time()
    for pair in pairs:
        same_work(pair["source"], pair["retelling"])
    print(f"{len(pairs) / (time.process_time() - start):,.0f} pairs a CPU-second")


if __name__ == "__main__":
    main()
