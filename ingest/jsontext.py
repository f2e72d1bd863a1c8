"""JSON in and out, as strict as the format and as lenient as real logs need."""

import json
import re
from typing import Any, cast

import msgspec

_decoder = msgspec.json.Decoder()
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_encoder = msgspec.json.Encoder()

REPLACED = "bytes that are not UTF-8, or half a surrogate pair, were replaced with U+FFFD"
CONTROL = "control characters that JSON wants escaped were taken as they are"
CUT_OFF = "ends in the middle of a record; the log is still being written, or was cut off here"
TOO_DEEP = "is nested too deeply to read; flatten it, or write the inner part as text"
NOT_A_NUMBER = "NaN and Infinity are not JSON numbers; kept as text"


class JsonError(ValueError):
    """Text that is no JSON; says why in words that fit behind a file name and a line."""


def loads(raw: bytes) -> tuple[Any, list[str]]:
    """Return the value in `raw` and a note for each thing that had to be mended to read it.

    Mended are: a byte-order mark, bytes that are not UTF-8, lone surrogates, bare control characters (NUL too),
    NaN and Infinity.

    Raises:
        JsonError: the text is no JSON even so, is cut off, or is nested too deeply.
    """
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        if b"\\ud" not in raw and b"\\uD" not in raw:
            return _decoder.decode(raw), []
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    return _mended(raw)


def _mended(raw: bytes) -> tuple[Any, list[str]]:
    notes: list[str] = []
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode(errors="replace")
        notes.append(REPLACED)

    def constant(name: str) -> str:
        notes.append(NOT_A_NUMBER)
        return name

    try:
        value = json.loads(text, parse_constant=constant, parse_int=_whole_number, strict=False)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        value = _without_surrogates(value)
        notes.append(REPLACED)
    except RecursionError:
        raise JsonError(TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise JsonError(_why(text, error)) from None
    if _CONTROL.search(raw):
        notes.append(CONTROL)
    return value, list(dict.fromkeys(notes))


def _why(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated"):
        return CUT_OFF
    return f"is not JSON (column {error.pos + 1}: {error.msg}); each record is one JSON value"


def _without_surrogates(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace"))


def dumps(value: Any) -> str:
    """Return `value` as compact JSON text, keys in their given order."""
    try:
        return _encoder.encode(value).decode()
    except (TypeError, ValueError, RecursionError, OverflowError):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def loads_stored(text: str) -> Any:
    """Return the value of JSON text that this project wrote itself."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return cast("Any", json.loads(text, parse_int=_whole_number))


def _whole_number(digits: str) -> int | str:
    """Keep an integer of more digits than Python converts as the text that it is."""
    return int(digits) if len(digits) < 4000 else digits
