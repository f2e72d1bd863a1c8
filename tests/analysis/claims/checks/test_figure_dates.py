"""Where all numbers of a sentence are dates no amount is looked for; nothing else may pass for that."""

import pytest

from misheard.analysis.claims.checks import figures
from misheard.analysis.claims.checks.figure_dates import has_dates_only
from misheard.analysis.claims.edits.sentence import Sentence

DATES = (
    "The lighthouse was built in 1874, and it burned down in 1931.",
    "She was born on 12 May 1951 in Trondheim.",
    "The treaty (1998) was renewed on March 3, 2004.",
    "The mill burned in 1720, and it burned again in 1731.",
    "The ward has kept this form since 2011 because nobody asked.",
    "1987 was a dry year.",
)
OTHERS = (
    "The ferry took 1998 people across.",
    "The pump cost $1998 in all.",
    "A fee of USD 2000 is due.",
    "The archive holds letters 1720 to 1850.",
    "The fuse blew at 1900 A.",
    "In 1998 of the wells nothing was found.",
    "He won 12 games in May 1951.",
    "The probe reached -1998 counts.",
    "She read 12 percent of it on 3 May.",
    "In 1998 half of the crew was new.",
    "The route is 1998 m long.",
    "About 1998 other claims were paid.",
    "Records 1998 through 2004 were lost.",
    "The dose is 40 mg.",
)


@pytest.mark.parametrize("text", DATES)
def test_dates_are_no_amounts(text: str) -> None:
    sentence = Sentence(text, 0)
    assert has_dates_only(sentence)
    assert figures.figures_in(sentence) == ()


@pytest.mark.parametrize("text", [*DATES, *OTHERS])
def test_the_short_way_finds_what_the_long_way_finds(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = figures.figures_in(Sentence(text, 0))
    monkeypatch.setattr(figures, "has_dates_only", lambda _sentence: False)
    assert figures.figures_in(Sentence(text, 0)) == short


@pytest.mark.parametrize("text", OTHERS)
def test_amounts_are_not_taken_for_dates(text: str) -> None:
    assert not has_dates_only(Sentence(text, 0))
