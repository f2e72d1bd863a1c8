"""The way of a claim: its hops, what changed on them, and the flags that lie on them."""

from dataclasses import replace

import pytest
from claim_runs import FIRST, SAME, TOLD, WRONG, told, told_run, wrong_count
from trace_page_builder import run_of

from misheard.analysis.flag import Flag, Mode, Severity
from misheard.analysis.lineage import retellings
from misheard.dashboard import claim_paths
from misheard.dashboard.claim_changes import changes
from misheard.dashboard.claim_paths import (
    REWORDED,
    UNCHANGED,
    UNCOMPARED,
    Hop,
    Path,
    paths,
    unlike_pairs,
    words_at,
    worst_of,
)
from misheard.dashboard.components.claims import rows_of
from misheard.dashboard.components.hops import MOST, NOT_FLAGGED, hops_data, pieces
from misheard.dashboard.lineage import Place, Retold, lineage
from misheard.dashboard.trace_data import Run


def hop_of(before: str, after: str) -> Hop:
    return Hop(Place("m1", 0, len(before)), Place("m2", 0, len(after)), before, after)


def found(*flags: Flag) -> tuple[Run, dict[str, Path]]:
    store, run = told_run(*flags)
    return run, {words_at(run.trace, path.first): path for path in paths(run, lineage(store, "told"))}


def test_a_claim_is_followed_from_who_said_it_first_to_who_said_it_last() -> None:
    run, known = found()

    assert set(known) == {FIRST, SAME}
    assert [(hop.source.message, hop.target.message) for hop in known[FIRST].hops] == [("m1", "m2"), ("m2", "m3")]
    assert [hop.kind for hop in known[FIRST].hops] == [UNCHANGED, "number"]
    assert worst_of(known[FIRST], run.flags) == (None, "number")
    assert worst_of(known[SAME], run.flags) == (None, UNCHANGED)


def test_a_flag_lies_on_the_hop_that_told_its_words_on() -> None:
    flag = wrong_count()
    run, known = found(flag)

    assert [hop.flags for hop in known[FIRST].hops] == [(), (flag.id,)]
    assert worst_of(known[FIRST], run.flags) == (Severity.ERROR, "number")
    assert known[SAME].flags == ()


def test_a_flag_about_work_done_twice_lies_on_no_hop() -> None:
    _, known = found(replace(wrong_count(), mode=Mode.DUPLICATE_WORK))

    assert not [path for path in known.values() if path.flags]


def test_a_flag_leads_to_a_hop_that_the_lineage_did_not_see() -> None:
    run = run_of(*TOLD, flags=[wrong_count()])

    (path,) = paths(run, ())

    assert [(hop.source.message, hop.target.message) for hop in path.hops] == [("m2", "m3")]


def test_a_flag_keeps_the_longer_way_where_its_source_is_on_it() -> None:
    first = TOLD[0]["payload"]["summary"].index("412")
    flag = wrong_count()
    assert flag.before is not None
    far = replace(flag, before=replace(flag.before, message="m1", start=first, end=first + 10))
    _, known = found(far)

    assert [(hop.source.message, hop.flags) for hop in known[FIRST].hops] == [("m1", ()), ("m2", (far.id,))]


def test_a_claim_without_a_change_is_the_same_or_reworded_or_could_not_be_compared(monkeypatch) -> None:
    def fails(source: str, retelling: str) -> None:
        raise ValueError(source)

    same, other = hop_of(SAME, SAME), hop_of(SAME, "Store five has been closed for repairs since January.")
    assert (same.kind, other.kind) == (UNCHANGED, REWORDED)
    monkeypatch.setattr(claim_paths, "changes", fails)
    assert (hop_of(SAME, SAME).kind, hop_of(SAME, FIRST).kind) == (UNCHANGED, UNCOMPARED)


def test_in_a_long_run_the_table_compares_nothing(monkeypatch) -> None:
    monkeypatch.setattr(claim_paths, "changes", lambda source, retelling: pytest.fail("compared"))
    run, known = found()

    assert unlike_pairs(known.values()) == 1
    assert worst_of(known[FIRST], run.flags, compare=False) == (None, REWORDED)
    assert worst_of(known[SAME], run.flags, compare=False) == (None, UNCHANGED)
    flagged, ways = found(wrong_count())
    assert unlike_pairs(ways.values()) == 0
    assert worst_of(ways[FIRST], flagged.flags)[0] is Severity.ERROR


def test_changes_are_told_with_the_places_of_their_words() -> None:
    ((kind, before, after, explanation),) = changes(FIRST, WRONG) or ()

    assert kind == "number"
    assert FIRST[slice(*before)].startswith("412")
    assert after is not None
    assert WRONG[slice(*after)].startswith("421")
    assert "421" in explanation


def test_claims_that_speak_of_different_things_are_not_held_against_one_another() -> None:
    assert (
        changes("The survey counted 412 meters.", "Cold store five, closed in January, holds 30 pallets.") is None
    )


def test_marks_cut_a_claim_where_they_begin_and_end() -> None:
    assert pieces("one two three", [(4, 7)], []) == [["one ", ""], ["two", "changed"], [" three", ""]]
    assert pieces("one two three", [(0, 7)], [(4, 7)]) == [["one ", "changed"], ["two", "flagged"], [" three", ""]]
    assert pieces("one", [], []) == [["one", ""]]
    assert pieces("one", [(0, 3)], [(0, 99)]) == [["one", "flagged"]]


def test_the_table_says_who_said_it_first_how_often_it_was_told_and_what_became_of_it() -> None:
    flag = wrong_count()
    run, known = found(flag)

    rows = {row["words"]: row for row in rows_of(run, list(known.values()))}

    assert (rows[FIRST]["by"], rows[FIRST]["hops"], rows[FIRST]["change"]) == ("scout", 2, "number")
    assert (rows[FIRST]["severity"], rows[FIRST]["where"]) == ("error", "lead → editor")
    assert (rows[SAME]["change"], rows[SAME]["severity"]) == ("unchanged", "")
    assert rows[FIRST]["rank"] < rows[SAME]["rank"]


def test_a_hop_names_its_flag_once_and_marks_its_words() -> None:
    flag = wrong_count()
    run, known = found(flag)

    first, second = hops_data(run, known[FIRST], None, None)["hops"]

    assert (first["plain"], first["changes"]) == ("word for word", [])
    (named,) = second["changes"]
    assert (named["flag"], named["kind"]) == (flag.id, "Telephone drift · number")
    assert named["text"] == "lead wrote 421 meters where clerk had reported 412 meters"
    assert [text for text, mark in second["after"] if mark == "flagged"] == ["421 meters"]
    assert [text for text, mark in second["before"] if mark == "flagged"] == ["412 meters"]
    assert (second["route"], second["heard"]["route"], second["under"]) == (
        "lead → editor",
        "clerk → lead",
        "context",
    )


def test_a_change_without_a_flag_is_shown_as_such() -> None:
    run, known = found()
    data = hops_data(run, known[FIRST], None, None)

    assert data["note"] == NOT_FLAGGED
    assert [(one["flag"], one["kind"]) for one in data["hops"][1]["changes"]] == [("", "number")]


def test_a_change_in_a_run_that_was_not_checked_is_not_said_to_have_passed_the_check() -> None:
    run = run_of(*TOLD, unchecked=Mode.TELEPHONE_DRIFT)
    places = Place("m2", 0, len(FIRST)), Place("m3", 18, 18 + len(WRONG))
    (path,) = paths(run, [Retold(*places, 0.9)])

    assert hops_data(run, path, None, None)["note"].endswith("no change has a flag of it: no token counts.")


def test_of_very_many_hops_those_with_a_flag_are_drawn_whatever_their_place() -> None:
    hop = replace(hop_of(SAME, SAME), source=Place("m1", 0, 53), target=Place("m3", 18, 71))
    flag = wrong_count()
    run, _ = found(flag)
    path = Path(hop.source, (*(MOST + 5) * (hop,), replace(hop, flags=(flag.id,))))

    data = hops_data(run, path, None, None)

    assert len(data["hops"]) == MOST
    assert data["hops"][-1]["number"] == MOST + 6
    assert data["cut"].startswith("500 of 506 hops")


def test_a_long_run_is_followed_in_one_pass() -> None:
    """A claim that goes down a chain of thousands is no recursion, and no way is walked twice."""
    chain = [
        {**told("m1", f"a{n}", f"a{n + 1}", "info", text=SAME), "id": f"m{n}",
         "timestamp": f"2026-11-16T{8 + n // 3600:02d}:{n // 60 % 60:02d}:{n % 60:02d}Z"} for n in range(1500)
    ]  # fmt: skip
    run = run_of(*chain)
    stored = [
        Retold(Place(one.source.message, one.source.start, one.source.end),
               Place(one.target.message, one.target.start, one.target.end), one.score)
        for one in retellings(run.trace)
    ]  # fmt: skip
    (path,) = paths(run, stored)

    assert len(path.hops) == 1499
