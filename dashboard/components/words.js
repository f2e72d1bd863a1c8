// The words of messages, one value under its label, with the spans that matter marked; panes stand side by side.
const FOLD = 900;
const FOLD_LINES = 14;
const AT_ONCE = 300;

function spans(parts) {
  return parts.map(([text, marked]) => (marked ? el("mark", {}, text) : text));
}

const isLong = (parts) => {
  const text = parts.map(([piece]) => piece).join("");
  return text.length > FOLD || text.split("\n").length > FOLD_LINES;
};

function valueOf(state, id, segment) {
  const body = el("div", { class: "value" }, spans(segment.parts));
  if (!isLong(segment.parts)) return body;
  const letters = segment.parts.reduce((sum, [piece]) => sum + piece.length, 0).toLocaleString("en");
  const button = el("button", { class: "link more" });
  const apply = () => {
    const whole = state.whole.has(id);
    body.classList.toggle("folded", !whole);
    button.textContent = whole ? "Show less" : `Show all ${letters} characters`;
    button.setAttribute("aria-expanded", whole);
  };
  button.addEventListener("click", () => { state.whole.has(id) ? state.whole.delete(id) : state.whole.add(id); apply(); });
  apply();
  return el("div", {}, body, button);
}

function segments(state, id, list) {
  const rows = el("dl", {});
  const add = (from, to) => list.slice(from, to).forEach((segment, at) => rows.append(
    el("div", { class: "segment" }, el("dt", { title: segment.label }, segment.label), el("dd", {}, valueOf(state, `${id}.${from + at}`, segment)))));
  add(0, AT_ONCE);
  if (list.length <= AT_ONCE) return rows;
  const rest = el("button", { onclick: () => { rest.remove(); add(AT_ONCE, list.length); } }, `Show ${(list.length - AT_ONCE).toLocaleString("en")} more values`);
  return el("div", {}, rows, rest);
}

function pane(state, component, data, at) {
  const head = data.title ? el("div", { class: "title" }, el("strong", {}, data.title), data.meta ? el("span", { class: "faint" }, ` ${data.meta}`) : null) : null;
  const tools = el("div", { class: "tools" });
  const body = el("div", {});
  const show = () => {
    const whole = state.whole.has(`pane${at}`);
    body.replaceChildren(segments(state, `${at}${whole}`, data.excerpt && !whole ? data.excerpt : data.segments));
    if (data.excerpt) toggle.textContent = whole ? "Show the sentence only" : "Show the whole message";
  };
  const toggle = el("button", { class: "link", onclick: () => { state.whole.has(`pane${at}`) ? state.whole.delete(`pane${at}`) : state.whole.add(`pane${at}`); show(); } });
  if (data.excerpt) tools.append(toggle);
  if (data.open) tools.append(el("button", { class: "link", onclick: () => component.setTriggerValue("open", data.open) }, "Open this message"));
  show();
  return el("section", { class: "pane" }, head, body, data.cut ? el("p", { class: "faint" }, data.cut) : null, tools.childNodes.length ? tools : null);
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root words");
  if (!data) return;
  if (state.key !== data.key) state.whole = new Set();
  state.key = data.key;
  const parts = [];
  if (data.lead) parts.push(el("p", { class: "lead" }, el("strong", {}, data.lead[0]), ` ${data.lead[1]}`));
  if (data.hops && data.hops.length) {
    parts.push(el("p", { class: "hops" }, el("span", { class: "faint" }, "Messages: "), data.hops.map((hop) =>
      el("button", { "aria-pressed": hop.chosen, onclick: () => component.setTriggerValue("open", hop.id) }, hop.label))));
  }
  if (data.panes.length) parts.push(el("div", { class: "panes" }, data.panes.map((one, at) => pane(state, component, one, at))));
  state.root.replaceChildren(...parts);
}
