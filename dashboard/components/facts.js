// Labelled values in a row or in a list; a value that names a message can be opened.
function valueOf(item, component) {
  const tone = item.tone ? ` ${item.tone}` : "";
  for (const [event, title] of [["open", "Open message"], ["flag", "Select flag"]]) {
    if (item[event]) {
      return el("button", { class: `link value${tone}`, title: `${title} ${item[event]}`, onclick: () => component.setTriggerValue(event, item[event]) }, item.value);
    }
  }
  return el("span", { class: `value${tone}${item.mono ? " mono" : ""}` }, item.value);
}

const SIGNS = { clean: "✓", unchecked: "?" };

function check(item) {
  return el("li", { class: `check ${item.tone}` },
    item.severity ? severityIcon(item.severity) : el("span", { class: "sign", "aria-hidden": true }, SIGNS[item.tone]),
    el("span", {}, el("strong", {}, item.label), " ", el("span", { class: "said" }, item.value)));
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root facts");
  if (!data) return;
  state.root.className = `root facts ${data.layout}`;
  const fact = (item) => el("div", { class: "fact" },
    el("dt", {}, item.label),
    el("dd", {}, valueOf(item, component), item.hint ? el("div", { class: "hint" }, item.hint) : null));
  const parts = [];
  if (data.title) parts.push(el("h2", { class: data.mono ? "mono" : null }, data.title));
  if (data.lead) parts.push(el("p", { class: "lead" }, data.lead));
  if (data.items.length) parts.push(el("dl", { class: data.layout }, data.items.map(fact)));
  if (data.checks) parts.push(el("ul", { class: "checks", "aria-label": "What was looked for" }, data.checks.map(check)));
  for (const note of data.notes || []) parts.push(el("p", { class: "note" }, note));
  state.root.replaceChildren(...parts);
}
