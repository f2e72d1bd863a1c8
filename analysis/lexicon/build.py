"""Write `words.tsv.gz`, the English lexicon this package reads, from the database files of WordNet 3.0.

usage: python analysis/lexicon/build.py /usr/share/wordnet [--to analysis/lexicon/words.tsv.gz]

Synsets and lemmas are named by their places, from 0, in base 36. Form feeds part the file into: lemmas; the senses
of each by part of speech (letter, how common, synsets) and, as steps to their places, derived lemmas; lemmas that
have antonyms (synset, other synset, other lemma); the lexicographer file of each synset (a letter from "0" on);
its first parent (decimal, as the difference from the one before, -1 for none); synsets with further parents; with
a verb group; with opposites; with steps to related ones; the lemmas of each; irregular forms, part of speech and
lemma.
"""

import argparse
import gzip
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from misheard.analysis.lexicon.selection import OPPOSITE, Selection
from misheard.analysis.lexicon.source import FILES, Key, exceptions

GROUP = ("$",)
RELATED = ("*", ">", "=", "^", "#p")
"""Entailment, cause, attribute, see also, and the whole that a thing is part of."""


def base36(number: int) -> str:
    """Return a whole number in base 36."""
    sign, number, digits = ("-", -number, "") if number < 0 else ("", number, "")
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return sign + digits


def listing(numbers: Iterable[int]) -> str:
    """Return numbers in base 36 with commas between."""
    return ",".join(map(base36, numbers))


def entry_line(chosen: Selection, lemma: str) -> str:
    """Return the senses of a lemma by part of speech, and the lemmas derived from it."""
    by_pos = sorted(
        chosen.senses[lemma].items(), key=lambda item: (-chosen.counts[lemma, item[0]], -len(item[1]), item[0])
    )
    blocks = [
        pos + base36(chosen.counts[lemma, pos].bit_length()) + listing(chosen.number[key] for key in keys)
        for pos, keys in by_pos
    ]
    derived = sorted({chosen.row[name] - chosen.row[lemma] for name in chosen.derived(lemma)} - {0})
    return f"{';'.join(blocks)}\t{listing(derived)}".rstrip("\t")


def antonym_lines(chosen: Selection) -> Iterator[str]:
    """Yield each lemma that has antonyms, with them."""
    for row, lemma in enumerate(chosen.lemmas):
        links = chosen.linked(lemma, OPPOSITE)
        numbers = ((chosen.number[one], chosen.number[two], chosen.row[name]) for one, two, name in links)
        if links:
            yield f"{base36(row)}:{';'.join(map(listing, numbers))}"


def near(chosen: Selection, key: Key, symbols: tuple[str, ...]) -> list[int]:
    """Return the numbers of the synsets a synset is linked with."""
    targets = {pointer.target for pointer in chosen.synsets[key].pointers if pointer.symbol in symbols}
    return sorted(chosen.number[target] for target in targets if target in chosen.number)


def numbered(numbers: Iterable[list[int]]) -> list[str]:
    """Return a line for each list that is not empty, with its place."""
    return [f"{base36(place)}:{listing(ones)}" for place, ones in enumerate(numbers) if ones]


def member_line(chosen: Selection, key: Key) -> str:
    """Return the kept lemmas of a synset."""
    names = {word.lower() for word in chosen.synsets[key].words}
    return listing(sorted(chosen.row[name] for name in names if key in chosen.senses.get(name, {}).get(key[0], ())))


def irregular_lines(chosen: Selection, folder: Path) -> list[str]:
    """Return the irregular forms of kept lemmas, each with its part of speech and lemma."""
    known = ((form, pos, base) for form, pos, base in exceptions(folder) if pos in chosen.senses.get(base, {}))
    return sorted({f"{form}\t{pos}{base}" for form, pos, base in known if form != base and "_" not in form})


def parts_of(folder: Path) -> Iterator[str]:
    """Yield the parts of the file."""
    chosen = Selection(folder)
    above = [[chosen.number[parent] for parent in chosen.parents(key)] for key in chosen.kept]
    first = [numbers[0] if numbers else -1 for numbers in above]
    yield "\n".join(chosen.lemmas)
    yield "".join(entry_line(chosen, lemma) + "\n" for lemma in chosen.lemmas)
    yield "\n".join(antonym_lines(chosen))
    yield "".join(chr(48 + chosen.synsets[key].file) for key in chosen.kept)
    yield ",".join(str(one - before) for before, one in pairwise([0, *first]))
    yield "\n".join(numbered(numbers[1:] for numbers in above))
    yield "\n".join(numbered(near(chosen, key, GROUP) for key in chosen.kept))
    yield "\n".join(numbered(near(chosen, key, OPPOSITE) for key in chosen.kept))
    yield "\n".join(
        numbered([one - here for one in near(chosen, key, RELATED)] for here, key in enumerate(chosen.kept))
    )
    yield "".join(member_line(chosen, key) + "\n" for key in chosen.kept)
    yield "\n".join(irregular_lines(chosen, folder))


def main() -> None:
    """Build the file that is asked for."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folder", type=Path, help=f"where data.{FILES['n']}, index.{FILES['n']} and the like lie")
    ask.add_argument("--to", type=Path, default=Path(__file__).with_name("words.tsv.gz"), help="the file to write")
    asked = ask.parse_args()
    packed = gzip.compress("\f".join(parts_of(asked.folder)).encode(), 9, mtime=0)
    asked.to.write_bytes(packed)
    sys.stdout.write(f"{asked.to}: {len(packed)} bytes\n")


if __name__ == "__main__":
    main()
