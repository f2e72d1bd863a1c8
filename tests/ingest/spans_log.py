"""A small run as spans, written in the formats of several tracers, for tests of their readers."""

import json
from typing import Any

TRACE = "5b8efff798038103d269b633813fc60c"
START = 1_772_442_000_000_000_000
"""2026-03-02T09:00:00Z in nanoseconds."""
SECOND = 1_000_000_000


def span(number: int, parent: int = 0, *, begin: float = 0, end: float = 1, **facts: Any) -> dict[str, Any]:
    """Return one span of OTLP/JSON; `facts` are its attributes, `__` standing for a dot."""
    name = str(facts.pop("name", f"span {number}"))
    more = facts.pop("more", {})
    return {
        "traceId": TRACE,
        "spanId": f"{number:016x}",
        **({"parentSpanId": f"{parent:016x}"} if parent else {}),
        "name": name,
        "startTimeUnixNano": str(START + int(begin * SECOND)),
        "endTimeUnixNano": str(START + int(end * SECOND)),
        "attributes": attributes({key.replace("__", "."): value for key, value in facts.items()}),
        **more,
    }


def attributes(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return attributes as OTLP/JSON writes them."""
    return [{"key": key, "value": _value(value)} for key, value in facts.items()]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": value}


def agent(number: int, who: str, parent: int = 0, **rest: Any) -> dict[str, Any]:
    """Return the span of an agent at work."""
    facts = {"gen_ai__operation__name": "invoke_agent", "gen_ai__agent__name": who, "name": f"invoke_agent {who}"}
    return span(number, parent, **facts, **rest)


def batch(*spans: dict[str, Any]) -> dict[str, Any]:
    """Return spans as one export of OTLP/JSON."""
    resource = {"attributes": attributes({"service.name": "planner", "host.name": "box"})}
    return {
        "resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {"name": "t"}, "spans": list(spans)}]}]
    }


def chat(*turns: tuple[str, str]) -> str:
    """Return a chat as the current conventions write it, as JSON text."""
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in turns])


def team() -> list[dict[str, Any]]:
    """Return the spans of a lead that asks a scout, who calls a tool and a model."""
    asked = chat(("system", "You count boats."), ("user", "How many boats are in the harbour?"))
    return [
        agent(1, "lead", end=9, gen_ai__input__messages=chat(("user", "Plan the regatta.")),
              gen_ai__output__messages=chat(("assistant", "41 boats, so two days."))),
        agent(2, "scout", 1, begin=1, end=6, gen_ai__input__messages=asked,
              gen_ai__output__messages=chat(("assistant", "There are 41 boats."))),
        span(3, 2, begin=2, end=3, name="execute_tool count_masts", gen_ai__operation__name="execute_tool",
             gen_ai__tool__name="count_masts", gen_ai__tool__call__arguments='{"quay": "north"}',
             gen_ai__tool__call__result="41"),
        span(4, 2, begin=3, end=5, name="chat gpt-4o", gen_ai__operation__name="chat",
             gen_ai__request__model="gpt-4o", gen_ai__usage__input_tokens=300, gen_ai__usage__output_tokens=20),
    ]  # fmt: skip
