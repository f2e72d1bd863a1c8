"""How sure a sentence is by its own words: scales, scope, numbers, and what is no doubt at all."""

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from misheard.analysis.claims.certainty import Kind, bound_to, certainty_of, scales
from misheard.analysis.claims.certainty_change import hardened, says_absent, searched_in_vain
from misheard.analysis.claims.certainty_numbers import probabilities
from misheard.analysis.claims.certainty_scope import clauses
from misheard.analysis.claims.certainty_strength import Strength, strength_of

HEDGES = [
    "Perhaps",
    "Possibly",
    "Probably",
    "Apparently",
    "Presumably",
    "Conceivably",
    "It seems that",
    "Very likely",
]


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("The valve might be stuck.", "might"),
        ("The herd may carry the parasite.", "may"),
        ("Perhaps the key was lost.", "Perhaps"),
        ("A second leak is conceivable.", "conceivable"),
        ("The battery appears to be swollen.", "appears to"),
        ("The log suggests that the clock drifted.", "suggests that"),
        ("The count is preliminary.", "preliminary"),
        ("The theft has not been confirmed.", "not been confirmed"),
        ("We believe the pump failed first.", "We believe"),
        ("It is not certain that the roof holds.", "not certain"),
        ("We cannot rule out a leak.", "cannot rule out"),
        ("It's not entirely clear, we are not sure.", "not sure"),
        ("Wind or frost: the data cannot tell the two apart.", "cannot tell the two apart"),
        ("Nesting in spring is possible.", "is possible"),
        ("The stain reads as rust.", "reads as"),
        ("The coin looks genuine.", "looks"),
        ("The handwriting points to the clerk.", "handwriting points to"),
        ("One neighbour says the gate stood open.", "One neighbour"),
        ("Early readings put it at 5.", "Early readings"),
        ("My reading of the lease is that it ends in June.", "My reading of the lease is"),
        ("The rash is most consistent with scabies.", "most consistent with"),
        ("I am fairly sure it was the cook.", "fairly sure"),
    ],
)
def test_words_of_doubt_are_found_with_their_place(text, hedge):
    found = certainty_of(text)
    assert hedge in [h.text for h in found.hedges]
    assert all(text[h.start : h.end] == h.text for h in found.hedges)
    assert not found.is_bare


@pytest.mark.parametrize(
    "text",
    [
        "The valve is stuck.",
        "Works begin in May 2027.",
        "May 2027 was dry.",
        "The may 2026 figures are in.",
        "You may enter the hall.",
        "Staff may use the archive.",
        "Reply as soon as possible, that is the rule.",
        "There is no doubt that it fails.",
        "Customers on the small plan are twice as likely to leave.",
        "The uncertainty module was merged.",
        'The label column holds "possibly" or "unclear".',
        "Likely means more than 55 percent.",
        "The tenant may not be evicted.",
        "The likelihood function has one peak.",
        "The door should be locked after six.",
        "Where it is unclear who pays, the court decides.",
        "The list of possible causes has nine rows.",
        "`maybe_retry()` returns early.",
        "I suggest the smaller pump.",
        "The name appears in the register.",
        "It could not be opened.",
        "The van may be deducted in full under section 12.",
        "The config points to the new host.",
        "She looks at the gauge twice a day.",
    ],
)
def test_what_only_looks_like_doubt_is_none(text):
    assert certainty_of(text).hedges == ()


@pytest.mark.parametrize(
    "text", ["How likely is it that it rains?", "Please check whether it might leak.", "Could you look?"]
)
def test_questions_and_requests_state_nothing(text):
    assert certainty_of(text).kind is Kind.NOT_STATED


@pytest.mark.parametrize(
    ("scale", "band"),
    [("icd203", (55, 80)), ("ipcc_ar5", (66, 100)), ("efsa", (66, 90)), ("kent", (63, 87))],
)
def test_one_word_has_the_band_of_its_scale(scale, band):
    found = certainty_of("It is likely that the dam holds.", scale)
    assert (found.low, found.high) == band
    assert found.kind is Kind.WORDS


def test_every_scale_names_its_source_and_has_sound_bands():
    for scale in scales().values():
        assert scale["name"]
        assert scale["source"]
        bands = [value for value in scale.values() if isinstance(value, list)]
        assert bands
        assert all(0 <= low < high <= 100 for low, high in bands)


def test_an_unknown_scale_is_an_error():
    with pytest.raises(KeyError):
        certainty_of("It rains.", "tea leaves")


def test_possible_is_ranked_and_not_priced():
    possible = certainty_of("The dam possibly holds.")
    assert (possible.low, possible.high, possible.kind) == (None, None, Kind.RANKED)
    assert possible.level < certainty_of("The dam probably holds.").level < certainty_of("The dam holds.").level


def test_unlikely_leans_against_the_claim():
    found = certainty_of("It is unlikely that the dam holds.")
    assert found.denies
    assert (found.low, found.high) == (20, 45)
    assert found.sureness == (55, 80)


def test_the_least_sure_word_counts():
    assert certainty_of("It probably holds, but it might slip.").level == certainty_of("It might slip.").level


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("I am 70 % sure that it is the pump.", 70),
        ("There is a 40 percent chance of frost.", 40),
        ("I put it at 0.6 that the storm did it.", 60),
        ("The chance that the deed is genuine is 90 %.", 90),
        ("The probability of a leak is 0.25.", 25),
        ("confidence: 0.8", 80),
        ("A three in ten chance of snow.", 30),
        ("The photos give 0.9 for the storm as the main cause.", 90),
        ("One chance in four that the lock holds.", 25),
        ("Chances that the ferry sails are two in three.", 67),
        ("I would put a frost before Sunday at 30 percent.", 30),
    ],
)
def test_stated_probabilities_are_read(text, percent):
    assert [round(found.percent) for found in probabilities(text)] == [percent]
    assert certainty_of(text).kind is Kind.NUMBER


@pytest.mark.parametrize(
    "text",
    [
        "Sales rose by 12 %.",
        "The 95 % confidence interval is 1.1 to 1.3.",
        "Dose 0.5 ml, p = 0.03.",
        "9 of 14 hosts, 64 %.",
        "We put the share of renters at 55 percent.",
        "Set the valve at 40 percent.",
    ],
)
def test_shares_and_intervals_are_no_probabilities(text):
    assert probabilities(text) == ()


def test_a_range_of_probabilities_is_one_band():
    (found,) = probabilities("We put a strike on Friday at 50 to 60 percent.")
    assert (found.text[-16:], found.band) == ("50 to 60 percent", (45, 65))


def test_words_that_were_known_before_hold_nothing_back():
    found = certainty_of("It has a partial tear.")
    assert not found.is_bare
    assert found.holds_back_no_more(frozenset(("partial",)))
    assert not certainty_of("It perhaps has a partial tear.").holds_back_no_more(frozenset(("partial",)))


def test_a_time_of_day_does_not_end_a_clause():
    assert clauses("They load from 18:25 at gate 2") == [(0, 30)]


def test_a_reason_ahead_of_the_main_clause_is_a_clause():
    text = "As the bridge is shut, the bus turns at the mill."
    assert [text[start:end] for start, end in clauses(text)] == [
        "As the bridge is shut, ",
        "the bus turns at the mill.",
    ]


def test_a_hedge_binds_to_its_clause():
    text = "The pads are worn to 2 mm; the tyre was perhaps short of air."
    found = certainty_of(text)
    start, end = bound_to(text, found.hedges[0])
    assert text[start:end] == "the tyre was perhaps short of air."


def test_a_label_belongs_to_what_it_labels():
    text = "Unverified: seven wagons derailed. Nobody was hurt."
    assert next(text[start:end].strip() for start, end in clauses(text)) == "Unverified: seven wagons derailed."


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("The bell rang.", Strength.NONE),
        ("Coffee is associated with shorter sleep.", Strength.ASSOCIATION),
        ("Noise goes along with errors.", Strength.ASSOCIATION),
        ("Coffee may cause shorter sleep.", Strength.CONDITIONAL_CAUSE),
        ("Coffee causes shorter sleep.", Strength.CAUSE),
        ("Long passaging drives the marker up.", Strength.CAUSE),
        ("The leak was not caused by frost.", Strength.NONE),
    ],
)
def test_claim_strength(text, strength):
    assert strength_of(text).strength is strength


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        ("The bearing might be worn.", "The bearing is worn.", "hedge-dropped"),
        ("It is likely that the dam holds.", "The dam almost certainly holds.", "surer"),
        ("I am 35 % sure that Ines wrote it.", "I am 95 % sure that Ines wrote it.", "surer"),
        ("Noise is associated with more errors.", "Noise causes more errors.", "cause-from-association"),
    ],
)
def test_a_surer_retelling_is_shown_with_its_words(source, target, kind):
    found = hardened(source, target)
    assert found is not None
    assert found.kind == kind
    assert source[found.before.start : found.before.end] == found.before.text
    assert target[found.after.start : found.after.end] == found.after.text


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("The bearing might be worn.", "The bearing may be worn."),
        ("The bearing is worn.", "The bearing might be worn."),
        ("It is likely that the dam holds.", "It is very likely that the dam holds."),
        ("The dam almost certainly holds.", "The dam holds."),
        ("The bearing might be worn.", "The bearing is worn, pending confirmation."),
        ("The bearing might be worn; the seal is new.", "The seal is new."),
        ("The chance of rain is 60 %.", "The chance of rain is 65 %."),
        ("Might the bearing be worn?", "The bearing is worn."),
        ("Noise may cause errors.", "Noise is linked to errors."),
        ("Noise causes errors.", "Noise causes errors."),
    ],
)
def test_a_retelling_that_is_no_surer_is_none(source, target):
    assert hardened(source, target) is None


def test_nothing_found_and_nothing_there_are_told_apart():
    assert searched_in_vain("The register shows no flood there.")
    assert says_absent("The street has never been flooded.")
    assert not says_absent("No flood was found in the register.")
    assert not searched_in_vain("The street has never been flooded.")


WORD = st.sampled_from(
    [
        "pump",
        "valve",
        "dam",
        "red",
        "holds",
        "leaks",
        "rises",
        "north",
        "of",
        "the",
        "in",
        "12",
        "and,",
        "4.5",
        "likely",
        "might",
        "not",
        "May",
        "is",
    ]
)
SENTENCE = st.lists(WORD, min_size=2, max_size=12).map(lambda words: " ".join(words) + ".")


@given(st.sampled_from(HEDGES), SENTENCE)
def test_adding_a_hedge_never_makes_a_claim_surer(hedge, sentence):
    assume(certainty_of(sentence).kind is not Kind.NOT_STATED)
    assert certainty_of(f"{hedge} {sentence}").level <= certainty_of(sentence).level


@given(st.text(max_size=200))
def test_any_text_is_read_and_every_place_is_in_it(text):
    found = certainty_of(text)
    assert 0 <= found.level <= 1
    assert all(0 <= start < end <= len(text) for start, end, _ in found.hedges)
    assert all(text[start:end] for start, end in clauses(text))
    strength_of(text)


@given(SENTENCE)
def test_nothing_is_surer_than_itself(sentence):
    assert hardened(sentence, sentence) is None


@pytest.mark.parametrize(
    "text",
    [
        "may " * 20_000,
        "a" * 100_000,
        "the chance of " * 5_000 + "90 %",
        "not " * 20_000 + "sure",
        "no" + " " * 50_000 + "x",
    ],
    ids=["hedges", "one word", "chances", "negations", "spaces"],
)
def test_hostile_text_takes_no_time(text):
    started = time.process_time()
    certainty_of(text)
    strength_of(text)
    clauses(text)
    says_absent(text)
    assert time.process_time() - started < 2


def test_twenty_thousand_sentences_a_second():
    sentences = [f"The pump at gate {n} was inspected, and its valve might be worn." for n in range(2000)]
    certainty_of("warm")
    started = time.process_time()
    for sentence in sentences:
        certainty_of(sentence)
    assert time.process_time() - started < 1, "20,000 a second where it was measured; a tenth of that is a fault"
