"""Figures of the agents page: what each agent cost, how its work ended, how sure it was."""

import pandas as pd
import plotly.graph_objects as go

from misheard.dashboard import theme, units
from misheard.dashboard.figures.plain import bars_of, plain

MOST = 15
STATUSES = ("completed", "partial", "blocked", "failed", "unstated")


def _top(agents: pd.DataFrame, by: pd.Series) -> pd.DataFrame:
    order = by[by.notna() & (by > 0)].sort_values(ascending=False, kind="stable").index
    return agents.loc[order[:MOST]]


def _title(what: str, shown: int, of: int) -> str:
    return what if shown == of else f"{what}: the top {shown} of {of:,}"


def cost(agents: pd.DataFrame) -> go.Figure | None:
    """Return bars of what each agent cost, the costliest first; None where no cost is known."""
    known = agents["cost_cents"]
    top = _top(agents, known)
    if top.empty:
        return None
    figure = bars_of(list(top["agent"]), _title("Cost", len(top), int((known > 0).sum())))
    in_dollars = top["cost_cents"].max() >= 100
    figure.add_bar(
        y=list(range(len(top))), x=top["cost_cents"] / (100 if in_dollars else 1), orientation="h",
        marker_color=theme.ACCENT, showlegend=False,
        hovertext=[
            f"{plain(agent, 80)}: {units.money(cents)}"
            for agent, cents in zip(top["agent"], top["cost_cents"], strict=True)
        ],
        hoverinfo="text",
    )  # fmt: skip
    figure.update_xaxes(title="US dollars" if in_dollars else "US cents", rangemode="tozero")
    return figure


def results(agents: pd.DataFrame) -> go.Figure | None:
    """Return stacked bars of each agent's results by the status they state; None where there are no results."""
    number = agents[list(STATUSES)].sum(axis=1)
    top = _top(agents, number)
    if top.empty:
        return None
    figure = bars_of(list(top["agent"]), _title("Results by status", len(top), int((number > 0).sum())))
    for status in STATUSES:
        figure.add_bar(
            y=list(range(len(top))), x=top[status], orientation="h", name=status,
            marker_color=theme.STATUS_COLOURS[status],
            hovertext=[
                f"{plain(agent, 80)}: {units.plural(int(value), 'result')} {status}"
                for agent, value in zip(top["agent"], top[status], strict=True)
            ],
            hoverinfo="text",
        )  # fmt: skip
    figure.update_xaxes(title="results", rangemode="tozero")
    return figure


def confidence(agents: pd.DataFrame) -> go.Figure | None:
    """Return each agent's stated beside its inherited confidence, the widest gap first; None where none is stated.

    An agent that states more than it was told has its open mark, what it was told, on the left.
    """
    gap = (agents["confidence"] - agents["inherited"]).abs().fillna(0) + 0.001
    gap = gap.where(agents["confidence"].notna() | agents["inherited"].notna())
    top = _top(agents, gap)
    if top.empty:
        return None
    rows = list(range(len(top)))
    figure = bars_of(
        list(top["agent"]), _title("Stated and inherited confidence", len(top), int(gap.notna().sum()))
    )
    lines_x: list[float | None] = []
    lines_y: list[int | None] = []
    for row, (told, stated) in enumerate(zip(top["inherited"], top["confidence"], strict=True)):
        lines_x += [told, stated, None]
        lines_y += [row, row, None]
    figure.add_scatter(
        x=lines_x,
        y=lines_y,
        mode="lines",
        line={"color": theme.QUIET, "width": 2},
        showlegend=False,
        hoverinfo="skip",
    )
    marks = (("inherited", "diamond-open", 14, theme.QUIET), ("stated", "circle", 10, theme.ACCENT))
    for name, symbol, size, colour in marks:
        column = "confidence" if name == "stated" else name
        figure.add_scatter(
            x=top[column], y=rows, mode="markers", name=name,
            marker={"symbol": symbol, "size": size, "color": colour, "line": {"width": 2, "color": colour}},
            hovertext=[
                f"{plain(agent, 80)}: {name} {value:.2f}" if value == value else ""  # noqa: PLR0124
                for agent, value in zip(top["agent"], top[column], strict=True)
            ],
            hoverinfo="text",
        )  # fmt: skip
    figure.update_xaxes(title="mean confidence", range=[-0.02, 1.02], tickformat=".1f")
    return figure
