"""Which lemmas and meanings of WordNet the lexicon keeps."""

import re
from collections import defaultdict
from pathlib import Path

from misheard.analysis.lexicon.source import Key, counts, senses, synsets
from misheard.analysis.wording import listed

MOST_SENSES = 8
"""Senses kept of a lemma and part of speech; of rarer ones only those that have an antonym."""
PARENTS = ("@", "@i")
OPPOSITE = ("!",)
PERTAINS = ("\\",)
DERIVED = ("+", "<", *PERTAINS)
NUMBERS = ("cardinal", "ordinal")
"""Heads of the clusters of number words, which are anything but similar."""
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


class Selection:
    """The lemmas and synsets that are kept, with their numbers."""

    def __init__(self, folder: Path) -> None:
        self.synsets = synsets(folder)
        self.counts = counts(folder)
        self.cardinals = self._cardinals()
        self.senses: dict[str, dict[str, list[Key]]] = defaultdict(dict)
        for (lemma, pos), keys in senses(folder).items():
            kept = [key for key in keys if self._keeps(lemma, key)]
            kept[MOST_SENSES:] = [key for key in kept[MOST_SENSES:] if self._has_antonym(lemma, key)]
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
        above = [pointer.target for pointer in synset.pointers if pointer.symbol in symbols]
        return [one for one in above if self.synsets[one].words[0] not in NUMBERS]

    def _cardinals(self) -> dict[str, Key]:
        """Return the words for whole numbers, each with its synset."""
        return {
            word: key
            for key, synset in self.synsets.items()
            for pointer in synset.pointers
            if synset.satellite and pointer.symbol == "&" and self.synsets[pointer.target].words[0] == NUMBERS[0]
            for word in synset.words
        }

    def _upward(self, key: Key) -> set[Key]:
        found = {key}
        ahead = [key]
        while ahead:
            ahead = [parent for one in ahead for parent in self.parents(one) if parent not in found]
            found.update(ahead)
        return found

    def _has_antonym(self, lemma: str, key: Key) -> bool:
        synset = self.synsets[key]
        links = (pointer for pointer in synset.pointers if pointer.symbol in OPPOSITE and pointer.word)
        return any(synset.words[link.word - 1].lower() == lemma for link in links)

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
        if len({self.cardinals[word] for word in synset.words if word in self.cardinals}) > 1:
            return False
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
