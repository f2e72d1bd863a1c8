// The claims that travelled, one a row; sought and sorted here, chosen by click or with the arrow keys and Enter.
const AT_ONCE = 200;
const COLUMNS = [
  ["words", "Claim", (row) => row.words.toLowerCase(), ""],
  ["by", "First said by", (row) => row.by.toLowerCase(), ""],
  ["hops", "Hops", (row) => -row.hops, "How many times it was told on"],
  ["rank", "Worst change", (row) => row.rank, "The worst flag on its way, or the gravest change that was not flagged"],
  ["last", "Last said in", (row) => row.last, "The last message that tells it"],
];
const DOWN = new Set(["hops", "rank"]);
const ORDER = (one, two) => one.rank - two.rank || two.hops - one.hops || one.first - two.first;

const sought = (row) => [row.words, row.by, row.change, row.where, `message ${row.last + 1}`].join("\n").toLowerCase();

function found(state) {
  const words = state.search.value.trim().toLowerCase();
  const rows = state.data.rows.filter((row, at) => !words || state.texts[at].includes(words)).sort(ORDER);
  const by = COLUMNS.find(([name]) => name === state.sort)[2];
  rows.sort((one, two) => (by(one) < by(two) ? -1 : by(one) > by(two) ? 1 : 0) * state.way);
  return rows;
}

function choose(state, id) {
  state.data.chosen = id;
  state.setTriggerValue("claim", id);
  draw(state);
}

function onKey(state, event) {
  const rows = Array.from(state.body.querySelectorAll("tr[data-claim]"));
  const at = rows.indexOf(state.body.getRootNode().activeElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") rows[at].click();
  else if (to === undefined) return;
  else focusRow(rows, rows[Math.min(Math.max(to, 0), rows.length - 1)]);
  event.preventDefault();
  event.stopPropagation();
}

function focusRow(rows, row) {
  for (const one of rows) one.tabIndex = one === row ? 0 : -1;
  row.focus();
}

function line(state, row, reached) {
  const chosen = row.id === state.data.chosen;
  return el("tr", {
    "data-claim": row.id, "aria-selected": chosen, class: chosen ? "chosen" : null, tabindex: reached ? 0 : -1,
    onclick: () => choose(state, row.id),
  },
    el("td", {}, el("div", { class: "claim" }, row.words)),
    el("td", {}, row.by),
    el("td", { class: "number" }, many(row.hops)),
    el("td", {}, el("span", { class: row.severity ? "change" : "change faint" },
      row.severity ? severityIcon(row.severity) : null, el("span", {}, row.change))),
    el("td", {}, `message ${many(row.last + 1)} `, el("span", { class: "faint" }, row.where)));
}

function heading(state, [name, label, , title]) {
  const sorted = state.sort === name;
  const up = (state.way > 0) !== DOWN.has(name);
  const turn = () => { state.way = sorted ? -state.way : 1; state.sort = name; state.most = AT_ONCE; draw(state); };
  return el("th", { scope: "col", class: name, "aria-sort": sorted ? up ? "ascending" : "descending" : "none" },
    el("button", { title: title || null, "data-sort": name, onclick: turn }, label,
      el("span", { class: "arrow", "aria-hidden": true }, sorted ? up ? " ▲" : " ▼" : "")));
}

function draw(state) {
  const active = state.root.getRootNode().activeElement;
  const held = active && active.dataset ? { ...active.dataset } : {};
  const rows = found(state);
  const chosen = rows.findIndex((row) => row.id === state.data.chosen);
  const shown = rows.slice(0, Math.max(state.most, chosen + 1));
  const reached = chosen < 0 ? 0 : chosen;
  const rest = rows.length - shown.length;
  state.head.replaceChildren(el("tr", {}, COLUMNS.map((column) => heading(state, column))));
  state.body.replaceChildren(...shown.map((row, at) => line(state, row, at === reached)));
  state.more.replaceChildren(...(rest ? [el("button", { onclick: () => { state.most = shown.length + AT_ONCE; draw(state); } },
    `Show ${many(Math.min(rest, AT_ONCE))} more of ${many(rest)}`)] : []));
  const total = state.data.rows.length;
  state.count.textContent = !rows.length ? "No claim holds these words." : rows.length === total
    ? `${many(total)} ${total === 1 ? "claim was" : "claims were"} told on` : `${many(rows.length)} of ${many(total)} claims`;
  const again = held.claim ? ["claim", held.claim] : held.sort ? ["sort", held.sort] : null;
  if (again) Array.from(state.root.querySelectorAll(`[data-${again[0]}]`)).find((one) => one.dataset[again[0]] === again[1])?.focus({ preventScroll: true });
  reveal(state);
}

function reveal(state) {
  if (state.seen === state.data.chosen) return;
  state.seen = state.data.chosen;
  const row = state.body.querySelector("tr.chosen");
  if (!row) return;
  const top = row.offsetTop - state.head.offsetHeight;
  const below = row.offsetTop + row.offsetHeight - state.scroll.clientHeight;
  if (state.scroll.scrollTop > top) state.scroll.scrollTop = top;
  else if (state.scroll.scrollTop < below) state.scroll.scrollTop = below;
}

function make(state) {
  state.search = el("input", { type: "search", placeholder: "Search claims, agents, changes", "aria-label": "Search the claims",
    oninput: () => { state.most = AT_ONCE; draw(state); } });
  state.count = el("span", { class: "faint", role: "status" });
  state.head = el("thead");
  state.body = el("tbody", { onkeydown: (event) => onKey(state, event) });
  state.more = el("div", { class: "more" });
  state.scroll = el("div", { class: "scroll" },
    el("table", { role: "grid", "aria-label": "Claims that were told on" }, state.head, state.body), state.more);
  state.root.append(el("div", { class: "tools" }, state.search, state.count), state.scroll);
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root claims", make);
  state.setTriggerValue = component.setTriggerValue;
  if (!data) return;
  if (state.key !== data.key) { state.most = AT_ONCE; state.seen = undefined; state.sort = "rank"; state.way = 1; state.search.value = ""; }
  if (state.key !== data.key || state.rows !== data.rows) state.texts = data.rows.map(sought);
  state.key = data.key;
  state.rows = data.rows;
  state.data = { ...data };
  draw(state);
}
