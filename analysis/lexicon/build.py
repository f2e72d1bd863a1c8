"""Write `words.tsv.gz`, the English lexicon this package reads, from the database files of WordNet 3.0.

usage: python analysis/lexicon/build.py /usr/share/wordnet [--to analysis/lexicon/words.tsv.gz]

The file has four parts, each a number of lines and then the lines: lemmas, what is known of each lemma, synsets,
irregular forms. Synsets and lemmas are named by their places, from 0, in base 36, mostly as the difference from the
place of the line they are in.
"""

import argparse
import gzip
import re
import sys
from collections import defaultdict
from pathlib import Path

from misheard.analysis.lexicon.source import FILES, Key, counts, exceptions, senses, synsets
from misheard.analysis.wording import listed

MOST_SENSES = 8
PARENTS = ("@", "@i")
GROUP = "$"
RELATED = ("*", ">", "=", "^", "#p")
"""Entailment, cause, attribute, see also, and the whole that a thing is part of."""
OPPOSITE = ("!",)
PERTAINS = ("\\",)
DERIVED = ("+", "<", *PERTAINS)
TAXA = "taxonomic_group"
PLACES = 15
PERSONS = 18
PARTICLES = listed(
    """about across ahead along apart around aside away back behind by down forth forward in into off on out over
    through to together under up upon with"""
)
BARE = listed(
    """a am an and are as at be by can do for had has have he her him his how i if in is it its me my no not of on
    or our out she so that the them then they this to up us was we were what when who will with you your"""
)
"""Function words: their noun senses (letters, elements, abbreviations such as WHO) say nothing of running text."""

_WORD = re.compile(r"[a-z][a-z'.-]*")
_PLACE = re.compile(r"[a-z][a-z'.-]*(?:_[a-z'.-]+){1,2}")


def base36(number: int) -> str:
    """Return a whole number in base 36."""
    sign, number, digits = ("-", -number, "") if number < 0 else ("", number, "")
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return sign + digits


class Selection:
    """The lemmas and synsets that are kept, with their numbers."""

    def __init__(self, folder: Path) -> None:
        self.synsets = synsets(folder)
        self.counts = counts(folder)
        self.senses: dict[str, dict[str, list[Key]]] = defaultdict(dict)
        for (lemma, pos), keys in senses(folder).items():
            kept = [key for key in keys if self._keeps(lemma, key)][:MOST_SENSES]
            if kept:
                self.senses[lemma][pos] = kept
        self.lemmas = sorted(self.senses)
        self.row = {lemma: number for number, lemma in enumerate(self.lemmas)}
        wanted = {key for by_pos in self.senses.values() for keys in by_pos.values() for key in keys}
        wanted = {above for key in wanted for above in self._upward(key)}
        self.kept = [key for key in self.synsets if key in wanted]
        self.number = {key: number for number, key in enumerate(self.kept)}

    def parents(self, key: Key) -> list[Key]:
        """Return the hypernyms of a synset; of an adjective satellite the head of its cluster."""
        synset = self.synsets[key]
        symbols = ("&",) if synset.satellite else PARENTS
        return [pointer.target for pointer in synset.pointers if pointer.symbol in symbols]

    def _upward(self, key: Key) -> set[Key]:
        found = {key}
        ahead = [key]
        while ahead:
            ahead = [parent for one in ahead for parent in self.parents(one) if parent not in found]
            found.update(ahead)
        return found

    def _keeps(self, lemma: str, key: Key) -> bool:
        synset = self.synsets[key]
        instance = any(pointer.symbol == "@i" for pointer in synset.pointers)
        if lemma in BARE:
            return key[0] != "n" and len(lemma) > 1
        if "_" in lemma:
            first, _, last = lemma.partition("_")
            if key[0] == "v":
                return last in PARTICLES and bool(_WORD.fullmatch(first))
            return instance and synset.file == PLACES and bool(_PLACE.fullmatch(lemma))
        if not _WORD.fullmatch(lemma) or (instance and synset.file == PERSONS):
            return False
        return lemma in synset.words or not any(TAXA in self.synsets[above].words for above in self._upward(key))

    def linked(self, lemma: str, symbols: tuple[str, ...]) -> list[tuple[Key, Key, str]]:
        """Return links from a lemma itself to other kept ones: its synset, the other's synset, the other lemma."""
        found = []
        for key in (key for keys in self.senses[lemma].values() for key in keys):
            synset = self.synsets[key]
            for symbol, target, word, other in synset.pointers:
                if symbol in symbols and word and synset.words[word - 1].lower() == lemma:
                    name = self.synsets[target].words[other - 1].lower()
                    if target in self.senses.get(name, {}).get(target[0], ()):
                        found.append((key, target, name))
        return found

    def derived(self, lemma: str) -> set[str]:
        """Return the lemmas derived from one or it from them; for British every name of the place."""
        found = {name for _, _, name in self.linked(lemma, DERIVED)}
        for _, place, name in self.linked(lemma, PERTAINS):
            if self.synsets[place].file == PLACES:
                keys = [key for key in self.senses[name]["n"] if self.synsets[key].file == PLACES]
                names = {word.lower() for key in keys for word in self.synsets[key].words}
                found |= names & self.senses.keys()
        return found


def lemma_line(chosen: Selection, lemma: str) -> str:
    """Return the senses, antonyms and derived words of a lemma."""
    here, number = chosen.row[lemma], chosen.number
    by_pos = sorted(
        chosen.senses[lemma].items(), key=lambda item: (-chosen.counts[lemma, item[0]], -len(item[1]), item[0])
    )
    blocks = []
    for pos, keys in by_pos:
        level = chosen.counts[lemma, pos].bit_length()
        blocks.append(pos + base36(level) + ",".join(base36(number[key]) for key in keys))
    opposite = [
        f"{base36(number[one])},{base36(number[two])},{base36(chosen.row[name] - here)}"
        for one, two, name in chosen.linked(lemma, OPPOSITE)
    ]
    derived = sorted({chosen.row[name] - here for name in chosen.derived(lemma)} - {0})
    return "\t".join((";".join(blocks), ";".join(opposite), ",".join(map(base36, derived)))).rstrip("\t")


def synset_line(chosen: Selection, key: Key) -> str:
    """Return the lexicographer file, parents, group, related and opposite synsets, and lemmas of a synset."""
    here, synset = chosen.number[key], chosen.synsets[key]

    def near(symbols: tuple[str, ...]) -> str:
        targets = [pointer.target for pointer in synset.pointers if pointer.symbol in symbols]
        numbers = sorted({chosen.number[target] for target in targets if target in chosen.number})
        return ",".join(base36(number - here) for number in numbers)

    above = ",".join(base36(chosen.number[parent] - here) for parent in chosen.parents(key))
    names = [word.lower() for word in synset.words]
    rows = {chosen.row[name] for name in names if key in chosen.senses.get(name, {}).get(key[0], ())}
    words = ",".join(base36(row) for row in sorted(rows))
    fields = (base36(synset.file), above, near((GROUP,)), near(RELATED), near(OPPOSITE), words)
    return "\t".join(fields).rstrip("\t")


def irregular_lines(chosen: Selection, folder: Path) -> list[str]:
    """Return the irregular forms of kept lemmas, each with its part of speech and lemma."""
    known = ((form, pos, base) for form, pos, base in exceptions(folder) if pos in chosen.senses.get(base, {}))
    return sorted({f"{form}\t{pos}{base}" for form, pos, base in known if form != base and "_" not in form})


def text_of(folder: Path) -> str:
    """Return the lexicon as text."""
    chosen = Selection(folder)
    parts = (
        chosen.lemmas,
        [lemma_line(chosen, lemma) for lemma in chosen.lemmas],
        [synset_line(chosen, key) for key in chosen.kept],
        irregular_lines(chosen, folder),
    )
    return "".join(f"{len(part)}\n" + "".join(line + "\n" for line in part) for part in parts)


def main() -> None:
    """Build the file that is asked for."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folder", type=Path, help=f"where data.{FILES['n']}, index.{FILES['n']} and the like lie")
    ask.add_argument("--to", type=Path, default=Path(__file__).with_name("words.tsv.gz"), help="the file to write")
    asked = ask.parse_args()
    packed = gzip.compress(text_of(asked.folder).encode(), 9, mtime=0)
    asked.to.write_bytes(packed)
    sys.stdout.write(f"{asked.to}: {len(packed)} bytes\n")


if __name__ == "__main__":
    main()
