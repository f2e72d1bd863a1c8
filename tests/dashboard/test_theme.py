import pytest

from misheard.analysis.flag import Mode, Severity
from misheard.dashboard import theme
from misheard.ingest.message import MessageType

LIGHT, DARK = (
    str(theme.STREAMLIT["theme.light.backgroundColor"]),
    str(theme.STREAMLIT["theme.dark.backgroundColor"]),
)


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_every_mode_severity_and_type_has_its_colour_and_words():
    for table in (theme.MODE_COLOURS, theme.MODE_LABELS, theme.MODE_SHORT, theme.MODE_WIDTHS, theme.MODE_MEANINGS):
        assert set(table) == set(Mode)
    assert set(theme.SEVERITY_COLOURS) == set(theme.SEVERITY_SIGNS) == set(Severity)
    assert set(theme.TYPE_COLOURS) == set(MessageType)
    assert len(set(theme.MODE_COLOURS.values())) == len(Mode)


@pytest.mark.parametrize("background", [LIGHT, DARK])
@pytest.mark.parametrize("colour", [*theme.SEVERITY_COLOURS.values(), *theme.TYPE_COLOURS.values()])
def test_marks_stand_out_from_both_backgrounds(colour, background):
    assert contrast(colour, background) > 2.4
