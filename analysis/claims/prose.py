"""Which parts of a text are prose that states something, and where each sentence begins and ends."""

import re
from collections.abc import Iterator
from string import ascii_letters

from sentencex import get_sentence_boundaries

LONGEST_SENTENCE = 1_500
"""A longer sentence is no sentence, and nothing is looked for in it."""
LONGEST_PROSE = 200_000
"""Characters of one value that are read; what stands behind is evidence for support only."""

_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"\s*(?:>\s*)*(?:[-*•‣–]\s+(?:\[[ xX]\]\s+)?|\(?\d{1,3}[.)]\s+|\(?[a-z]\)\s+)?")
_HEADING = re.compile(r"\s*#{1,6}\s|\s*\*\*[^*]{1,80}\*\*:?\s*$")
_NOT_PROSE = re.compile(
    r"""^\s*(?:
      [{}\[\]<>|$@+;\\]|/[\w.]|//|\#!|"[^"]*"\s*:|'[^']*'\s*:          # JSON, markup, tables, shells, paths
      |\d+(?:→|\t|\s*[|│:]\s)                                           # numbered lines of a file
      |\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d                   # log lines
      |(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL)\b\s*[:\[|]
      |(?:at\s+\S+\(|Traceback|File\s"|def\s|class\s\w+[:(]|import\s\w|from\s\S+\simport\b|return\b|const\s|let\s\w+\s=|var\s\w|
         function\s?\w*\(|export\s|public\s|private\s|SELECT\s|INSERT\s|UPDATE\s|diff\s--git|index\s[0-9a-f]{6}|---|\*\*\*|===)
      |[\w.\-]+\s*[:=]\s*[\[{"'<]|\w[\w.]*\(.*\)\s*[;{:]?\s*$|[A-Z_]{3,}=
    )""",
    re.VERBOSE,
)
_CODE_END = re.compile(r"\w=\S+\s.*\w=\S|[;{}\\]\s*$|=>|\|\||&&|\bself\.|</|\|.*\|")
_CODE_MARKS = ("=", ";", "{", "}", "\\", "|", "&&", "self.", "</")
_PART = re.compile(r";|(?P<unit>(?:\d\s?[a-zA-Zµ]{1,3}[²³]?|\bMay)\.)(?=\s+[A-Z])")
_SHORTENED = re.compile(r"\b[A-Z][a-z]{0,5}\.\s*$")
_LINK = re.compile(r"\w+://\S+")
_LETTERS = re.compile(r"[^\W\d_]")
_NO_LETTERS = {ord(letter): None for letter in ascii_letters}


def sentences(text: str, longest: int = LONGEST_SENTENCE) -> Iterator[tuple[int, int]]:
    """Yield the place of each sentence and list item of `text`; code, tables, logs and links are passed over.

    What has more than `longest` characters is passed over too.
    """
    fenced = False
    for line in _LINE.finditer(text[:LONGEST_PROSE]):
        words = line.group()
        if words.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced or not is_prose(words):
            continue
        bullet = _BULLET.match(words)
        begin = bullet.end() if bullet else 0
        for start, stop in _split(words[begin:], line.start() + begin):
            if stop - start <= longest:
                yield start, stop


def is_prose(line: str) -> bool:
    """Tell whether a line is something a person would read as language; its beginning decides."""
    line = line[:LONGEST_SENTENCE]
    if len(line) > 12 and (_NOT_PROSE.match(line) or _HEADING.match(line) or _ends_like_code(line)):
        return False
    if "://" in line:
        line = _LINK.sub("", line)
    letters = len(line) - len(line.translate(_NO_LETTERS)) if line.isascii() else len(_LETTERS.findall(line))
    return letters * 5 >= len(line.strip()) * 2 and letters > 1


def _ends_like_code(line: str) -> bool:
    """Tell whether a line has the marks of code; without one of them, the pattern need not be tried."""
    if not any(mark in line for mark in _CODE_MARKS):
        return False
    return _CODE_END.search(line) is not None


def _split(words: str, offset: int) -> Iterator[tuple[int, int]]:
    for begin, end in _whole(words):
        for start, stop in _parts(words[begin:end]):
            yield offset + begin + start, offset + begin + stop


def _whole(words: str) -> Iterator[tuple[int, int]]:
    """Yield the place of each sentence; a shortened word before a small letter ends none (`Strep. uberis`)."""
    first: int | None = None
    for boundary in get_sentence_boundaries("en", words):
        begin, end = boundary["start_index"], boundary["end_index"]
        first = begin if first is None else first
        if not (words[end : end + 1].islower() and _SHORTENED.search(words[begin:end])):
            yield first, end
            first = None
    if first is not None:
        yield first, len(words)


def _parts(piece: str) -> Iterator[tuple[int, int]]:
    """Split a sentence at semicolons and behind units (`310 m. The verge`), and trim each part."""
    start = 0
    cuts = _PART.finditer(piece) if ";" in piece or "." in piece[:-1] else ()
    for stop, after in [
        *((m.end("unit") if m["unit"] else m.start(), m.end()) for m in cuts),
        (len(piece),) * 2,
    ]:
        part = piece[start:stop]
        trimmed = part.strip()
        if len(trimmed) > 1:
            begin = start + part.index(trimmed)
            yield begin, begin + len(trimmed)
        start = after
