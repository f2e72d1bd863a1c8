"""The names of the features of an edit, given what is known of it; one function a kind of edit."""

from itertools import compress

Names = tuple[str, ...]


def figure(dense: int, size: int, here: bool, known: bool) -> Names:
    """Return the features of a number in place of another."""
    kept = "num:kept" if known else "num:new"
    return (*_place_names("dd", dense, size, here), kept, f"num:dense{dense // 2}")


def _place_names(sorts: str, dense: int, size: int, here: bool) -> Names:
    where = "swap:here" if here else "swap:far"
    return ("swap", f"swap:{sorts}", f"swap:dense{dense}", f"swap:size{size}", where)


def swap(
    sorts: str, dense: int, size: int, here: bool, words: Names, others: tuple[bool, bool, bool, bool]
) -> Names:
    """Return the features of a word in place of another; `others` are which of the last four hold."""
    behind = compress(("turned:twice", "rel:antonym:moved", "swap:known", "swap:kept"), others)
    related = *words, f"{words[0]}:{sorts}", f"{words[0]}:dense{dense // 2}"
    return (*_place_names(sorts, dense, size, here), *related, *behind)


def move(
    sort: str, tests: tuple[bool, tuple[bool, bool], bool, bool, bool], lead: str, same: bool, dense: int
) -> Names:
    """Return the features of a word that moved; `lead` is the function word ahead of it, `same` if both have it."""
    exchange, (gone, lost), here, first, then = tests
    alike = "=" if same else "#"
    return (
        "move",
        f"move:{sort}",
        f"move:exchange{exchange:d}:{sort}",
        f"move:slot{gone:d}{lost:d}",
        f"move:slot{gone:d}{lost:d}:{sort}",
        "move:here" if here else "move:far",
        f"move:first{first:d}{then:d}",
        f"move:lead{alike}",
        f"move:lead:{lead}{alike}",
        f"move:dense{dense}",
    )


def put(sort: str, dense: int, place: tuple[bool, int, str], about: Names, known: bool) -> Names:
    """Return the features of a word or number that was put in."""
    pure, run, behind = place
    names = ["put", f"put:pure{pure:d}", f"put:{sort}", f"put:run{run}", f"put:dense{dense}"]
    names += [f"put:{sort}:dense{dense // 2}", *[f"put:{name}" for name in about]]
    if known:
        names.append("put:known")
    return (*names, behind) if behind else tuple(names)


def put_function(key: str, lost: Names | None, alone: bool, special: Names) -> Names:
    """Return the features of a function word that was put in; `lost` is None where the source has it here too."""
    if lost is None:
        return ("fput:kept",)
    names = ("fput", f"f+{key}", "fput:for" if lost else "fput:alone", *[f"f:{word}>{key}" for word in lost])
    return (*names, f"f+alone:{key}", *special) if alone else (*names, *special)


def cut(sort: str, dense: int, place: tuple[bool, int, bool], about: Names, kept: bool) -> Names:
    """Return the features of a word or number that was left out."""
    pure, run, modifies = place
    names = ["cut", f"cut:pure{pure:d}", f"cut:{sort}", f"cut:run{run}", f"cut:dense{dense}"]
    names += [f"cut:{name}" for name in about]
    if modifies:
        names.append("cut:modifies")
    return (*names, "cut:kept") if kept else tuple(names)


def cut_function(key: str, alone: bool, special: Names) -> Names:
    """Return the features of a function word that was left out."""
    return ("fcut", f"f-{key}", f"f-alone:{key}", *special) if alone else ("fcut", f"f-{key}", *special)
