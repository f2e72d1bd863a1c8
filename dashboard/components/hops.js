// The way of one claim: a row per hop, the words that changed marked, with links to the messages and the flags.
const AT_ONCE = 100;

const marked = (pieces) => pieces.map(([text, mark]) => (mark ? el("mark", { class: mark }, text) : text));

function link(component, state, told) {
  return el("button", { class: "link", "aria-pressed": told.id === state.data.message, "data-message": told.id,
    title: "Open this message", onclick: () => component.setTriggerValue("open", told.id) }, `message ${many(told.place)}`);
}

// The keys that lead to the claim inside its message.
const under = (told, before = "") => (told.under ? el("span", { class: "under" }, before, el("span", { class: "mono" }, told.under)) : null);

function change(component, state, one) {
  if (!one.flag) return el("li", {}, el("strong", {}, one.kind), el("span", { class: "faint" }, " · not flagged"), el("div", {}, one.text));
  return el("li", {},
    el("button", { class: "flag", "aria-pressed": one.flag === state.data.flag, "data-flag": one.flag, title: "Select this flag",
      onclick: () => component.setTriggerValue("flag", one.flag) }, severityIcon(one.severity), el("span", {}, one.kind)),
    el("div", {}, one.text));
}

function row(component, state, hop) {
  return el("tr", { class: hop.changes.some((one) => one.flag) ? "bad" : null },
    el("td", { class: "who" },
      el("div", {}, el("span", { class: "faint" }, `${many(hop.number)} `), el("strong", {}, hop.route)),
      el("div", { class: "faint" }, hop.time),
      el("div", {}, link(component, state, hop), el("span", { class: "faint" }, ` · ${hop.type}`))),
    el("td", { class: "said" }, el("div", { class: "caption" }, "Heard"), el("div", { class: "claim" }, marked(hop.before)),
      el("div", { class: "faint" }, hop.heard.route, " · ", link(component, state, hop.heard), under(hop.heard, " · "))),
    el("td", { class: "said" }, el("div", { class: "caption" }, "Told on"), el("div", { class: "claim" }, marked(hop.after)), under(hop)),
    el("td", { class: "what" }, hop.changes.length ? el("ul", {}, hop.changes.map((one) => change(component, state, one))) : el("span", { class: "faint" }, hop.plain)));
}

function table(component, state) {
  const { hops } = state.data;
  const body = el("tbody", {});
  const add = (to) => { for (let at = body.childElementCount; at < to; at += 1) body.append(row(component, state, hops[at])); };
  add(Math.min(hops.length, Math.max(AT_ONCE, state.most)));
  const rest = el("button", {});
  const label = () => {
    const left = hops.length - body.childElementCount;
    rest.hidden = !left;
    rest.textContent = `Show ${many(Math.min(left, AT_ONCE))} more of ${many(left)}`;
  };
  rest.addEventListener("click", () => { state.most = Math.min(hops.length, body.childElementCount + AT_ONCE); add(state.most); label(); });
  label();
  return el("div", {},
    el("table", { "aria-label": "Hops of the claim" },
      el("thead", {}, el("tr", {}, ["Who told whom", "What was heard", "What was told on", "Change"].map((name) => el("th", { scope: "col" }, name)))), body),
    rest);
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root hops");
  if (!data) return;
  if (state.key !== data.key) state.most = 0;
  state.key = data.key;
  state.data = data;
  const active = state.root.getRootNode().activeElement;
  const held = active && active.dataset ? active.dataset : {};
  const places = Array.from(state.root.querySelectorAll("button"));
  const place = places.indexOf(active);
  const { first } = data;
  state.root.replaceChildren(
    el("p", { class: "lead" }, el("span", { class: "faint" }, "First said: "), el("strong", {}, data.claim)),
    el("p", { class: "origin" }, el("strong", {}, first.route), el("span", { class: "faint" }, ` · ${first.time} · `),
      link(component, state, first), el("span", { class: "faint" }, ` · ${first.type}`), under(first, " · ")),
    table(component, state),
    data.cut ? el("p", { class: "note faint" }, data.cut) : "",
    data.note ? el("p", { class: "note faint" }, data.note) : "");
  const again = state.root.querySelectorAll("button")[place];
  if (again && again.dataset.message === held.message && again.dataset.flag === held.flag) again.focus({ preventScroll: true });
}
