// The flags of a run in order of cause; one is selected by click or with the arrow keys and Enter.
function shown(state) {
  return state.data.flags.filter((flag) => !state.hidden.has(flag.severity) || flag.id === state.data.chosen);
}

function choose(state, id) {
  state.data.chosen = id;
  state.setTriggerValue("flag", id);
  draw(state);
}

function onKey(state, event) {
  const items = Array.from(state.list.querySelectorAll("[role=option]"));
  const at = items.indexOf(state.list.getRootNode().activeElement);
  const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") items[at]?.click();
  else if (to === undefined) return;
  else items[Math.min(Math.max(to, 0), items.length - 1)]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

function row(state, flag, first) {
  const chosen = flag.id === state.data.chosen;
  return el("li", {
    class: `flag ${flag.severity}${chosen ? " chosen" : ""}`, role: "option", "aria-selected": chosen,
    tabindex: chosen || first ? 0 : -1, onclick: () => choose(state, flag.id), "data-flag": flag.id,
  },
    el("span", { class: "order" }, many(flag.position)),
    el("span", { class: "sign" }, severityIcon(flag.severity)),
    el("span", { class: "body" },
      el("span", { class: "what" }, el("strong", {}, flag.mode), flag.kind ? ` · ${flag.kind}` : "", el("span", { class: "faint" }, ` · ${flag.severity}`)),
      el("span", { class: "summary" }, flag.summary)),
    el("span", { class: "side" },
      el("span", {}, flag.agents),
      el("span", { class: "faint" }, [flag.confidence, flag.waste].filter(Boolean).join(" · "))));
}

function chips(state) {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const flag of state.data.flags) counts[flag.severity] += 1;
  return Object.entries(counts).filter(([, count]) => count).map(([severity, count]) =>
    el("button", {
      class: "chip", "aria-pressed": !state.hidden.has(severity),
      title: state.hidden.has(severity) ? `Show the ${severity}s` : `Hide the ${severity}s`,
      onclick: () => { state.hidden.has(severity) ? state.hidden.delete(severity) : state.hidden.add(severity); draw(state); },
    }, severityIcon(severity), ` ${many(count)} ${severity}${count === 1 ? "" : "s"}`));
}

function draw(state) {
  const visible = shown(state);
  const missing = state.data.flags.length - visible.length;
  const top = state.list ? state.list.scrollTop : 0;
  state.list = el("ol", { role: "listbox", "aria-label": "What went wrong, in order of cause", onkeydown: (event) => onKey(state, event) },
    visible.map((flag, at) => row(state, flag, at === 0)));
  state.root.replaceChildren(
    el("div", { class: "head" }, el("span", { class: "chips" }, chips(state)),
      el("span", { class: "faint" }, "in order of cause"),
      missing ? el("span", { class: "faint", role: "status" }, `${many(missing)} ${state.hidden.size === 1 ? [...state.hidden][0] + (missing === 1 ? "" : "s") + " " : ""}hidden`) : null),
    state.list);
  state.list.scrollTop = top;
  const chosen = state.list.querySelector(".chosen");
  if (!chosen || state.seen === state.data.chosen) return;
  state.seen = state.data.chosen;
  const below = chosen.offsetTop + chosen.offsetHeight - state.list.offsetTop - state.list.clientHeight;
  if (below > state.list.scrollTop || chosen.offsetTop - state.list.offsetTop < state.list.scrollTop) state.list.scrollTop = below + 20;
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root flags");
  state.setTriggerValue = component.setTriggerValue;
  if (!data) return;
  if (state.key !== data.key) state.hidden = new Set(data.hidden);
  state.key = data.key;
  state.data = { ...data };
  draw(state);
}
