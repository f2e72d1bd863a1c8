"""The lexicon's file is built from WordNet's database files: here from a handful of lines in their format."""

from pathlib import Path

import pytest

from misheard.analysis.lexicon.build import base36, parts_of
from misheard.analysis.lexicon.store import NOTHING, Store

FILES = {
    "data.noun": [
        "00000001 03 n 01 entity 0 000 | all there is",
        "00000002 05 n 02 dog 0 domestic_dog 0 001 @ 00000001 n 0000 | a pet",
        "00000003 18 n 01 Smith 0 001 @i 00000001 n 0000 | a person",
        "00000004 14 n 01 taxonomic_group 0 001 @ 00000001 n 0000 | a group of kinds",
        "00000005 05 n 01 Canis 0 001 @ 00000004 n 0000 | the kind of dogs",
        "00000006 15 n 02 Britain 0 United_Kingdom 0 001 @i 00000001 n 0000 | a country",
        "00000007 04 n 01 rise 0 002 @ 00000001 n 0000 + 00000001 v 0102 | a move up",
    ],
    "data.verb": [
        "00000001 38 v 02 go_up 0 rise 0 002 ! 00000002 v 0201 + 00000007 n 0201 01 + 01 00 | move up",
        "00000002 38 v 01 fall 0 001 ! 00000001 v 0102 01 + 01 00 | move down",
    ],
    "data.adj": ["00000001 01 a 01 British(a) 0 001 \\ 00000006 n 0101 | of Britain"],
    "data.adv": [],
    "index.noun": [
        "britain n 1 1 @ 1 0 00000006",
        "canis n 1 1 @ 1 0 00000005",
        "dog n 1 1 @ 1 1 00000002",
        "domestic_dog n 1 1 @ 1 0 00000002",
        "entity n 1 0 1 1 00000001",
        "rise n 1 1 @ 1 1 00000007",
        "smith n 1 1 @ 1 0 00000003",
        "united_kingdom n 1 1 @ 1 0 00000006",
    ],
    "index.verb": ["fall v 1 1 ! 1 1 00000002", "go_up v 1 1 ! 1 1 00000001", "rise v 1 1 ! 1 1 00000001"],
    "index.adj": ["british a 1 1 \\ 1 1 00000001"],
    "index.adv": [],
    "cntlist.rev": ["rise%1:04:00:: 1 2", "rise%2:38:00:: 1 9"],
    "noun.exc": ["dogges dog"],
    "verb.exc": ["rose rise", "went go"],
    "adj.exc": [],
    "adv.exc": [],
}


@pytest.fixture
def built(tmp_path: Path) -> Store:
    for name, lines in FILES.items():
        text = "".join(line + "  \n" for line in ["  1 This is the licence.", *lines])
        (tmp_path / name).write_text(text, "utf-8")
    return Store("\f".join(parts_of(tmp_path)).encode())


def test_names_of_people_and_species_are_left_out(built: Store) -> None:
    assert built.words == ("britain", "british", "dog", "entity", "fall", "go_up", "rise", "united_kingdom")
    assert built.entry("smith") is NOTHING


def test_senses_come_with_the_commonest_part_of_speech_first(built: Store) -> None:
    assert [(pos, level) for pos, level, _ in built.entry("rise").senses] == [("v", 4), ("n", 2)]


def test_links_lead_to_the_same_words_as_in_the_source(built: Store) -> None:
    (_, _, (dog,)), (_, _, (entity,)) = built.entry("dog").senses[0], built.entry("entity").senses[0]

    assert built.parents(dog) == (entity,)
    assert built.parents(entity) == ()
    assert built.file(dog) == 5
    assert built.members(dog) == ("dog",)
    assert [other for _, _, other in built.antonyms("rise")] == ["fall"]
    assert built.antonyms("go_up") == ()
    assert set(built.entry("british").derived) == {"britain", "united_kingdom"}
    assert built.irregular == {"rose": (("rise", "v"),), "dogges": (("dog", "n"),)}


def test_base36() -> None:
    assert [base36(number) for number in (0, 35, 36, -37)] == ["0", "z", "10", "-11"]
    assert all(int(base36(number), 36) == number for number in range(-2000, 2000))
