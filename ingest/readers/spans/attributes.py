"""Reads the attributes of a span in all the spellings in use: what worked, on what, with what outcome and cost.

Sources: OpenTelemetry's semantic conventions for generative AI, the current names and those before v1.37; the
conventions of OpenInference, OpenLLMetry (Traceloop), MLflow, Langfuse, the Vercel AI SDK and Pydantic AI. Of
several spellings the first in a list that is there counts.
"""

import re
from collections.abc import Mapping
from typing import Any

from misheard.ingest.readers.spans.span import Kind, Tokens
from misheard.ingest.readers.spans.values import decoded

Attributes = Mapping[str, Any]

_KINDS: tuple[tuple[str, dict[str, Kind]], ...] = (
    ("gen_ai.operation.name", {
        "invoke_agent": Kind.AGENT, "execute_tool": Kind.TOOL, "chat": Kind.MODEL, "text_completion": Kind.MODEL,
        "generate_content": Kind.MODEL, "embeddings": Kind.STEP, "create_agent": Kind.STEP,
        "invoke_workflow": Kind.STEP,
    }),
    ("openinference.span.kind", {
        "agent": Kind.AGENT, "tool": Kind.TOOL, "llm": Kind.MODEL, "retriever": Kind.TOOL, "chain": Kind.STEP,
        "guardrail": Kind.STEP, "reranker": Kind.STEP, "embedding": Kind.STEP, "evaluator": Kind.STEP,
    }),
    ("traceloop.span.kind", {
        "agent": Kind.AGENT, "tool": Kind.TOOL, "task": Kind.STEP, "workflow": Kind.STEP,
    }),
    ("mlflow.spanType", {
        "agent": Kind.AGENT, "tool": Kind.TOOL, "llm": Kind.MODEL, "chat_model": Kind.MODEL, "retriever": Kind.TOOL,
        "chain": Kind.STEP,
    }),
    ("langfuse.observation.type", {
        "agent": Kind.AGENT, "tool": Kind.TOOL, "generation": Kind.MODEL, "retriever": Kind.TOOL,
        "chain": Kind.STEP,
    }),
    ("ai.operationId", {
        "ai.toolcall": Kind.TOOL, "ai.generatetext": Kind.AGENT, "ai.streamtext": Kind.AGENT,
        "ai.generateobject": Kind.AGENT, "ai.streamobject": Kind.AGENT, "ai.generatetext.dogenerate": Kind.MODEL,
        "ai.streamtext.dostream": Kind.MODEL, "ai.generateobject.dogenerate": Kind.MODEL,
        "ai.streamobject.dostream": Kind.MODEL,
    }),
    ("llm.request.type", {"chat": Kind.MODEL, "completion": Kind.MODEL}),
)  # fmt: skip
"""By which attribute, and by which of its values in small letters, the kind of a span is told."""

_NAMES = {
    Kind.AGENT: ("gen_ai.agent.name", "agent.name", "agent_name", "ai.telemetry.functionId", "graph.node.id"),
    Kind.TOOL: ("gen_ai.tool.name", "tool.name", "ai.toolCall.name"),
    Kind.MODEL: ("gen_ai.agent.name", "agent.name", "agent_name", "ai.telemetry.functionId"),
    Kind.STEP: ("gen_ai.agent.name", "agent.name", "agent_name"),
}
_TRACELOOP_NAME = "traceloop.entity.name"
ASKED = (
    "gen_ai.tool.call.arguments", "gen_ai.input.messages", "input.value", "traceloop.entity.input",
    "mlflow.spanInputs", "langfuse.observation.input", "ai.toolCall.args", "ai.prompt.messages", "ai.prompt",
    "tool_arguments", "gen_ai.prompt", "all_messages_events", "pydantic_ai.all_messages",
)  # fmt: skip
SAID = (
    "gen_ai.tool.call.result", "gen_ai.output.messages", "output.value", "traceloop.entity.output",
    "mlflow.spanOutputs", "langfuse.observation.output", "ai.toolCall.result", "ai.response.text",
    "ai.response.object", "tool_response", "final_result", "gen_ai.completion",
)  # fmt: skip
_LISTED = {
    "llm.input_messages": ("message.role", "message.content"),
    "llm.output_messages": ("message.role", "message.content"),
    "gen_ai.prompt": ("role", "content"),
    "gen_ai.completion": ("role", "content"),
}
"""Chats that are spread over numbered attributes, such as `gen_ai.prompt.0.role`."""
_MODEL = ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "ai.response.model", "ai.model.id")
_INPUT = (
    "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.inputTokens",
    "ai.usage.promptTokens", "llm.usage.prompt_tokens",
)  # fmt: skip
_OUTPUT = (
    "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion",
    "ai.usage.outputTokens", "ai.usage.completionTokens", "llm.usage.completion_tokens",
)  # fmt: skip
_CACHED = (
    "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.cached_tokens",
    "llm.token_count.prompt_details.cache_read", "ai.usage.cachedInputTokens",
)  # fmt: skip
_TOTAL = ("gen_ai.usage.total_tokens", "llm.usage.total_tokens", "llm.token_count.total", "ai.usage.totalTokens")
_DOLLARS = ("gen_ai.usage.cost", "llm.cost.total", "operation.cost", "gen_ai.cost.total")
_AGENT_NAME = re.compile(
    r"invoke_agent (?P<a>\S.*)|agent_run \[(?P<b>[^\]]+)\]|(?P<c>\S*agent\S*) run|(?:Agent|agent): (?P<d>\S.*)"
)
_TOOL_NAME = re.compile(r"execute_tool (?P<a>\S.*)|running tool: (?P<b>\S.*)")
BESIDE = "the cached tokens stand beside the input tokens in this log; they were added to them"


def stated_kind(attributes: Attributes) -> Kind | None:
    """Return what worked in a span by the attribute that says so; None where there is none."""
    for key, kinds in _KINDS:
        value = attributes.get(key)
        if isinstance(value, str) and value.lower() in kinds:
            return kinds[value.lower()]
    return None


def kind_of(attributes: Attributes, name: str) -> Kind:
    """Return what worked in a span, by the attribute that says so, else by its name."""
    stated = stated_kind(attributes)
    if stated:
        return stated
    if _AGENT_NAME.fullmatch(name):
        return Kind.AGENT
    return Kind.TOOL if _TOOL_NAME.fullmatch(name) else Kind.STEP


def who_of(attributes: Attributes, kind: Kind, name: str) -> str:
    """Return the name of the agent or tool that worked in a span, else the name of the span."""
    keys = (*_NAMES[kind], _TRACELOOP_NAME) if kind in (Kind.AGENT, Kind.TOOL) else _NAMES[kind]
    named = first(attributes, keys)
    if isinstance(named, str) and named.strip():
        return named.strip()
    found = (_TOOL_NAME if kind is Kind.TOOL else _AGENT_NAME).fullmatch(name)
    return (found[found.lastgroup] if found and found.lastgroup else name).strip() or kind.value


def first(attributes: Attributes, keys: tuple[str, ...]) -> Any:
    """Return the value under the first of `keys` that is there and not empty."""
    return next((attributes[key] for key in keys if attributes.get(key) not in (None, "", [])), None)


def asked_of(attributes: Attributes) -> Any:
    """Return what went into a span, decoded; None where its attributes do not hold it."""
    found = first(attributes, ASKED)
    return decoded(found) if found is not None else _listed(attributes, ("llm.input_messages", "gen_ai.prompt"))


def said_of(attributes: Attributes) -> Any:
    """Return what came out of a span, decoded; None where its attributes do not hold it."""
    found = first(attributes, SAID)
    return (
        decoded(found) if found is not None else _listed(attributes, ("llm.output_messages", "gen_ai.completion"))
    )


def _listed(attributes: Attributes, heads: tuple[str, ...]) -> list[dict[str, Any]] | None:
    for head in heads:
        role, content = _LISTED[head]
        found = []
        number = 0
        while f"{head}.{number}.{role}" in attributes or f"{head}.{number}.{content}" in attributes:
            at = f"{head}.{number}"
            parts = _parts(attributes, f"{at}.message.contents")
            found.append({
                "role": attributes.get(f"{at}.{role}", "user"), "content": attributes.get(f"{at}.{content}", parts),
            })  # fmt: skip
            number += 1
        if found:
            return found
    return None


def _parts(attributes: Attributes, head: str) -> list[str]:
    found: list[str] = []
    while isinstance(text := attributes.get(f"{head}.{len(found)}.message_content.text"), str):
        found.append(text)
    return found


def tokens_of(attributes: Attributes) -> tuple[Tokens, str | None]:
    """Return what a span used, and a note where that had to be mended."""
    model, dollars = first(attributes, _MODEL), first(attributes, _DOLLARS)
    found, note = counted(
        *(whole(first(attributes, keys)) for keys in (_INPUT, _CACHED, _OUTPUT, _TOTAL)),
    )
    found.model = model if isinstance(model, str) else None
    found.cents = cents(dollars)
    return found, note


def counted(
    asked: int | None, cached: int | None, said: int | None, total: int | None
) -> tuple[Tokens, str | None]:
    """Return the tokens with the cached ones inside the input, where the sum or their size shows that they are not.

    Which of the two a log means is told by its total, if it has one, else by the cached tokens being more than all.
    """
    if cached and asked is not None:
        beside = cached > asked if total is None else total == asked + cached + (said or 0)
        if beside:
            return Tokens(None, asked + cached, cached, said), BESIDE
    return Tokens(None, asked, cached, said), None


def whole(value: Any) -> int | None:
    """Return a count of tokens; None for what is none."""
    if isinstance(value, str) and value.isdigit() and len(value) < 16:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**50
    return value if good else None


def cents(dollars: Any) -> float | None:
    """Return a price in dollars as cents; None for what is none, and for 0, which tracers write for unknown."""
    if isinstance(dollars, bool) or not isinstance(dollars, int | float) or not 0 < dollars < 1e9:
        return None
    return round(float(dollars) * 100, 9)
