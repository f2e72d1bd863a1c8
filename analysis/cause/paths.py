"""The surest way from each message and claim of a run to its end."""

import heapq
from collections import defaultdict
from dataclasses import dataclass

from misheard.analysis.cause.web import TO_WHOLE, WHOLE, Edge, Link, Node, Web


@dataclass(frozen=True)
class Way:
    """The next step to the end, None at the end; how sure the whole way is (0 to 1), and its weakest link."""

    edge: Edge | None
    sure: float
    link: Link


class Ways:
    """For every node from which the end can be reached, the surest way to it (Dijkstra 1959, backwards)."""

    def __init__(self, web: Web, end: str) -> None:
        self._ways: dict[Node, Way] = {}
        back: dict[Node, list[tuple[Node, Edge]]] = defaultdict(list)
        for node, edges in web.edges.items():
            for edge in edges:
                back[edge.to].append((node, edge))
        for node in [*web.edges, *back]:
            if node[1] != WHOLE:
                edge = Edge((node[0], WHOLE), Link.DELEGATION, TO_WHOLE, "")
                back[edge.to].append((node, edge))
        self._walk(end, back)

    def _walk(self, end: str, back: dict[Node, list[tuple[Node, Edge]]]) -> None:
        ends = [(end, WHOLE), *(node for node in back if node[0] == end and node[1] != WHOLE)]
        waiting = [(-1.0, node) for node in ends]
        best: dict[Node, Way] = {node: Way(None, 1.0, Link.CLAIM) for node in ends}
        while waiting:
            _, node = heapq.heappop(waiting)
            if node in self._ways:
                continue
            here = self._ways[node] = best[node]
            for before, edge in dict.fromkeys(back.get(node, ())):
                sure = here.sure * edge.strength
                known = best.get(before)
                if before not in self._ways and (known is None or sure > known.sure):
                    link = max(here.link, edge.link, key=lambda one: one.rank)
                    best[before] = Way(edge, sure, link)
                    heapq.heappush(waiting, (-sure, before))

    def of(self, node: Node) -> Way | None:
        """Return the surest way from a node to the end, None where there is none."""
        way = self._ways.get(node)
        whole = self._ways.get((node[0], WHOLE))
        if node[1] == WHOLE or whole is None or (way and way.sure >= whole.sure * TO_WHOLE):
            return way
        step = Edge((node[0], WHOLE), Link.DELEGATION, TO_WHOLE, "")
        link = max(whole.link, Link.DELEGATION, key=lambda one: one.rank) if whole.edge else whole.link
        return Way(step, whole.sure * TO_WHOLE if whole.edge else 1.0, link)

    def steps(self, node: Node) -> list[Edge]:
        """Return the steps of the surest way from a node to the end; [] where there is none, or it is there."""
        found: list[Edge] = []
        way = self.of(node)
        while way and way.edge:
            found.append(way.edge)
            way = self.of(way.edge.to)
        return found
