"""What every figure needs: labels that stay text, and a quiet frame that fits light and dark pages."""

from collections.abc import Sequence

import plotly.graph_objects as go

LONGEST = 26
ROW_HEIGHT, FRAME_HEIGHT = 24, 136


def plain(text: str, longest: int = LONGEST) -> str:
    """Return `text` as a label of one line: Plotly reads some HTML in labels, and agents choose their own names."""
    short = " ".join(text.split())
    if len(short) > longest:
        short = short[: longest - 1] + "…"
    return short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def bars_of(labels: Sequence[str], title: str) -> go.Figure:
    """Return an empty figure with a row for each of `labels`, the first on top; rows are numbered from 0."""
    figure = go.Figure()
    figure.update_layout(
        title={"text": title, "font": {"size": 15}, "x": 0, "xanchor": "left", "y": 0.99, "yanchor": "top"},
        height=ROW_HEIGHT * max(len(labels), 3) + FRAME_HEIGHT,
        margin={"l": 8, "r": 12, "t": 84, "b": 40},
        legend={
            "orientation": "h",
            "y": 1.0,
            "yanchor": "bottom",
            "x": 0,
            "font": {"size": 11},
            "traceorder": "normal",
        },
        barmode="stack",
        bargap=0.35,
        hovermode="closest",
    )
    figure.update_yaxes(
        tickvals=list(range(len(labels))), ticktext=[plain(label) for label in labels], autorange="reversed",
        automargin=True, showgrid=False, zeroline=False,
    )  # fmt: skip
    return figure
