"""Loading a native log against DuckDB's bare reading of the same file, in one run, taking turns.

usage: python benchmarks/ingest.py [--messages 500000] [--rounds 3]

Loading validates every message, keeps rejects, finds repeats and rolls traces up; the bare statement does not.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from misheard.ingest.load import load
from misheard.ingest.source import Source
from misheard.ingest.store import Store

TYPES = ("task", "result", "status", "info")


WORDS = ("Station", "total", "in", "MVA", "for", "the", "week")


def record(number: int, chance: random.Random) -> dict[str, object]:
    seconds = number % 86_400
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return {
        "id": f"m{number}",
        "sender": f"agent_{number % 7}",
        "recipient": f"agent_{(number + 3) % 7}",
        "type": TYPES[number % 4],
        "priority": "normal",
        "traceId": f"trace-{number // 200}",
        "timestamp": f"2026-11-{1 + number // 86_400 % 28:02}T{clock}Z",
        "inReplyTo": f"m{number - 1}" if number % 4 == 1 else None,
        "payload": {
            "objective": f"Forecast the evening peak for site {chance.randrange(10_000)}.",
            "context": " ".join(chance.choice(WORDS) for _ in range(40)),
            "constraints": ["State the band"],
            "expected_output": f"Expected peak, {chance.randrange(100)} readings",
        },
        "usage": {
            "model": "gpt-4o",
            "inputTokens": chance.randrange(900),
            "outputTokens": chance.randrange(200),
        },
    }


def write_log(file: Path, messages: int) -> None:
    chance = random.Random(1)
    with file.open("w") as out:
        for number in range(messages):
            out.write(json.dumps(record(number, chance)) + "\n")
        out.write('{"recipient": "nobody", "traceId": "trace-0", "payload": {}}\n')


def bare(log: Path, folder: Path) -> None:
    connection = duckdb.connect(str(folder / "bare.duckdb"))
    connection.execute("CREATE TABLE messages AS SELECT * FROM read_ndjson(?)", [str(log)])
    connection.close()


def ours(log: Path, folder: Path) -> None:
    with Store.open(folder / "ours.duckdb") as store:
        report = load(store, [Source(str(log), log)])
    assert len(report.rejected) == 1, report.sentences()[:3]


def timed(work: Callable[[Path, Path], None], log: Path) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        work(log, Path(folder))
        return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--messages", type=int, default=500_000)
    ask.add_argument("--rounds", type=int, default=3)
    args = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        write_log(log, args.messages)
        rounds = [(timed(bare, log), timed(ours, log)) for _ in range(args.rounds)]
    print(f"{args.messages:,} messages, {args.rounds} rounds, best of each (s)")
    print(f"{'':12}{'bare':>8}{'loading':>9}{'ratio':>7}")
    for place, name in enumerate(("wall clock", "CPU")):
        base = min(first[place] for first, _ in rounds)
        mine = min(second[place] for _, second in rounds)
        print(f"{name:12}{base:8.2f}{mine:9.2f}{mine / base:7.2f}")


if __name__ == "__main__":
    main()
