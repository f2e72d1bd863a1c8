"""Units of measure: what each measures, and how many base units one of it is.

Factors are those of the SI Brochure (9th edition, 2019) and NIST SP 811; a month is taken as 30.44 days.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Unit:
    """What a unit measures, how many base units it is, and from where its scale counts (temperatures only)."""

    dimension: str
    factor: float = 1.0
    offset: float = 0.0


_SYMBOLS: dict[str, dict[str, float]] = {
    "length": {
        "mm": 1e-3, "cm": 0.01, "m": 1, "km": 1e3, "µm": 1e-6, "um": 1e-6, "nm": 1e-9, "ft": 0.3048,
        "mi": 1609.344,
    },
    "mass": {
        "mg": 1e-6, "g": 1e-3, "kg": 1, "t": 1e3, "µg": 1e-9, "ug": 1e-9, "mcg": 1e-9, "ng": 1e-12,
        "lb": 0.45359237, "lbs": 0.45359237, "oz": 0.028349523,
    },
    "time": {
        "ms": 1e-3, "s": 1, "sec": 1, "secs": 1, "min": 60, "mins": 60, "h": 3600, "hr": 3600, "hrs": 3600,
        "µs": 1e-6, "us": 1e-6, "ns": 1e-9,
    },
    "volume": {
        "l": 1e-3, "L": 1e-3, "ml": 1e-6, "mL": 1e-6, "cl": 1e-5, "dl": 1e-4, "m³": 1, "m3": 1, "µl": 1e-9,
        "µL": 1e-9, "hl": 0.1, "cm³": 1e-6,
    },
    "area": {"m²": 1, "m2": 1, "km²": 1e6, "km2": 1e6, "ha": 1e4, "cm²": 1e-4, "sqm": 1, "sqft": 0.09290304},
    "power": {"mW": 1e-3, "W": 1, "kW": 1e3, "MW": 1e6, "GW": 1e9},
    "apparent power": {"VA": 1, "kVA": 1e3, "MVA": 1e6},
    "energy": {
        "J": 1, "kJ": 1e3, "MJ": 1e6, "GJ": 1e9, "Wh": 3600, "kWh": 3.6e6, "MWh": 3.6e9, "GWh": 3.6e12,
        "kcal": 4184,
    },
    "pressure": {"Pa": 1, "hPa": 100, "kPa": 1e3, "MPa": 1e6, "bar": 1e5, "mbar": 100, "psi": 6894.757},
    "voltage": {"mV": 1e-3, "V": 1, "kV": 1e3},
    "current": {"mA": 1e-3, "A": 1, "kA": 1e3},
    "frequency": {"Hz": 1, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9, "rpm": 1 / 60},
    "force": {"N": 1, "kN": 1e3, "MN": 1e6},
    "concentration": {"mM": 1e-3, "µM": 1e-6, "uM": 1e-6, "nM": 1e-9, "pM": 1e-12},
    "level": {"dB": 1, "dBA": 1},
    "speed": {"km/h": 1 / 3.6, "kph": 1 / 3.6, "kmh": 1 / 3.6, "m/s": 1, "mph": 0.44704, "kn": 0.514444},
    "data": {
        "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1024, "MiB": 1048576,
        "GiB": 1073741824,
    },
    "data rate": {"kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Mbit/s": 1e6, "Gbit/s": 1e9},
    "percent": {"%": 1, "pct": 1},
    "points": {"pp": 1, "pts": 1, "ppts": 1, "bps": 0.01},
    "money eur": {"€": 1, "EUR": 1},
    "money usd": {"$": 1, "USD": 1},
    "money gbp": {"£": 1, "GBP": 1},
    "money chf": {"CHF": 1},
    "money jpy": {"¥": 1, "JPY": 1},
}  # fmt: skip

_WORDS: dict[str, dict[str, float]] = {
    "length": {
        "millimet": 1e-3, "centimet": 0.01, "met": 1, "kilomet": 1e3, "micromet": 1e-6, "inch": 0.0254,
        "inches": 0.0254, "foot": 0.3048, "feet": 0.3048, "yard": 0.9144, "mile": 1609.344,
    },
    "mass": {
        "microgram": 1e-9, "milligram": 1e-6, "gram": 1e-3, "kilogram": 1, "kilo": 1, "tonne": 1e3,
        "ounce": 0.028349523,
    },
    "time": {
        "millisecond": 1e-3, "second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800,
        "fortnight": 1209600, "month": 2630016, "year": 31557600, "decade": 315576000,
        "calendar day": 86400,
    },
    "volume": {"millilit": 1e-6, "lit": 1e-3, "cubic met": 1, "gallon": 0.003785412},
    "area": {
        "square met": 1, "square kilomet": 1e6, "hectare": 1e4, "acre": 4046.8564, "square foot": 0.09290304,
        "square feet": 0.09290304,
    },
    "power": {"watt": 1, "kilowatt": 1e3, "megawatt": 1e6},
    "energy": {"kilowatt hour": 3.6e6, "kilowatt-hour": 3.6e6, "joule": 1},
    "concentration": {"micromolar": 1e-6, "nanomolar": 1e-9, "millimolar": 1e-3},
    "workdays": {"working day": 1, "business day": 1},
    "percent": {"percent": 1, "per cent": 1},
    "points": {"percentage point": 1, "basis point": 0.01},
    "speed": {"knot": 0.514444},
    "data": {"byte": 1, "kilobyte": 1e3, "megabyte": 1e6, "gigabyte": 1e9, "terabyte": 1e12},
    "money eur": {"euro": 1},
    "money usd": {"dollar": 1},
    "money chf": {"franc": 1},
    "level": {"decibel": 1},
}  # fmt: skip

CURRENCIES = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}


def _word_forms() -> dict[str, Unit]:
    forms: dict[str, Unit] = {}
    for dimension, names in _WORDS.items():
        for name, factor in names.items():
            unit = Unit(dimension, factor)
            ends = ("re", "res", "er", "ers") if name.endswith(("met", "lit")) else ("", "s")
            forms.update({name + end: unit for end in ends})
    return forms


BY_SYMBOL = {
    symbol: Unit(dimension, factor) for dimension, names in _SYMBOLS.items() for symbol, factor in names.items()
} | {
    "°C": Unit("temperature"),
    "°F": Unit("temperature", 5 / 9, -32),
    "degrees Celsius": Unit("temperature"),
    "degrees Fahrenheit": Unit("temperature", 5 / 9, -32),
}
BY_WORD = _word_forms()
_RATE = {"second": "s", "minute": "min", "hour": "h"}


def _any_of(names: Collection[str]) -> str:
    """Return a pattern for any of some names, the longest that fits, which tries each letter but once."""
    begun: dict[str, set[str]] = {}
    for name in names:
        if name:
            begun.setdefault(name[0], set()).add(name[1:])
    branches = [re.escape(letter) + (_any_of(rest) if rest != {""} else "") for letter, rest in begun.items()]
    return f"(?:{'|'.join(sorted(branches))}){'?' if '' in names else ''}"


SINGLE = rf"(?:{_any_of(BY_SYMBOL.keys())}|(?i:{_any_of(BY_WORD.keys())}))"
PATTERN = rf"{SINGLE}(?:(?:\s+of\s+[a-z]+(?=\s+per\s))?(?:/|\s+per\s+){SINGLE}){{0,2}}(?![\w²³])"
"""A unit, or one unit per another and per a third, as it stands behind a number."""

_OF = re.compile(r"\s+of\s+[a-z]+(?=\s+per\s)")  # 18 mg of lead per kg
_RATIO = re.compile(r"(.+)(?:/|\s+per\s+)([^/]+)")


@lru_cache(maxsize=4096)
def unit_of(text: str) -> Unit | None:
    """Return the unit written as `text`, in its symbol (case matters) or in words; None where it is none."""
    text = _OF.sub("", text.replace("μ", "µ"))
    known = BY_SYMBOL.get(text) or BY_WORD.get(text.lower())
    rate = None if known else _RATIO.fullmatch(text)
    if rate is None:
        return known
    above, below = unit_of(rate[1]), unit_of(rate[2])
    if above is None or below is None:
        return None
    if above.dimension == "length" and below.dimension == "time":
        return Unit("speed", above.factor / below.factor)
    return Unit(f"{above.dimension}/{below.dimension}", above.factor / below.factor)
