"""The word lists of the attribution check."""

import tomllib
from importlib.resources import files

from misheard.analysis.claims.checks.phrases import Phrases
from misheard.analysis.lexicon.wordnet import lemmas

_DATA = tomllib.loads(
    files("misheard.analysis").joinpath("data", "attribution_words.toml").read_text(encoding="utf-8")
)

CLAIM = frozenset(_DATA["claim"].split())
STRONG = frozenset(_DATA["strong"].split()) | {"by", "be", "heard"}
MEASURE = frozenset(_DATA["measure"].split())
NOUN = frozenset(_DATA["noun"].split())
KEPT = frozenset(_DATA["kept"].split())
THING = frozenset(_DATA["thing"].split())
SURE_OF = frozenset(_DATA["sure"].split())
NOUN_VERBS = frozenset(_DATA["noun_verbs"].split())
HEAR = frozenset(_DATA["hear"].split())
PRONOUN = frozenset(_DATA["pronoun"].split())
GUESS = frozenset(_DATA["guess"].split())
HEARSAY = Phrases({"heard": _DATA["hearsay"]})
VIEW = frozenset(_DATA["view"].split())
SEEN = frozenset(_DATA["seen"].split())
BY = Phrases({"by": _DATA["by"]})


def _forms(verb: str) -> set[str]:
    """Return the forms of a regular verb, and those of the irregular ones of the list."""
    base = verb.removesuffix("e")
    made = {verb, verb + "s", verb + "es", base + "ed", base + "ing", verb + "ted", verb + "ting"}
    if verb.endswith("y"):
        made |= {verb[:-1] + "ies", verb[:-1] + "ied"}
    return {form for form in made if any(lemma == verb for lemma, pos in lemmas(form) if pos == "v")}


_IRREGULAR = {
    "said": "say", "thought": "think", "told": "tell", "wrote": "write", "written": "write", "swore": "swear",
    "sworn": "swear", "found": "find", "felt": "feel", "held": "hold", "saw": "see", "seen": "see", "put": "put",
    "spoke": "speak", "gave": "give", "given": "give", "spoken": "speak",
}  # fmt: skip

VERBS: dict[str, str] = {form: verb for verb in CLAIM for form in _forms(verb)} | _IRREGULAR
"""Each form of a verb of claiming, with the verb."""
TRIGGERS = frozenset(VERBS) | BY.rarest | NOUN | SURE_OF | HEAR | HEARSAY.rarest
