// Holds the state of one mounted sequence, moves the cursor, and tells the page which message was opened.
function redraw(state) {
  drawRows(state);
  drawLine(state);
  state.scroll.setAttribute("aria-activedescendant", state.cursor < 0 ? "" : `m${state.cursor}`);
}

function relayout(state, withRows = true) {
  layOut(state);
  const wider = GUTTER + state.width > state.scroll.clientWidth + 2 ? 16 : 0;
  state.scroll.style.height = `${Math.min(state.headHeight + Math.max(state.shown.length, 2) * ROW + wider, state.data.height)}px`;
  state.canvas.style.width = `${GUTTER + state.width}px`;
  state.canvas.style.height = `${state.headHeight + state.height}px`;
  state.bottom.style.height = `${state.height}px`;
  drawHead(state);
  drawOverview(state);
  drawTools(state);
  if (withRows) redraw(state);
  state.drawnHeight = state.scroll.clientHeight;
}

function reveal(state, row) {
  const { scroll } = state;
  const top = state.place[row] * ROW;
  const view = scroll.clientHeight - state.headHeight;
  if (top < scroll.scrollTop || top + ROW > scroll.scrollTop + view) scroll.scrollTop = top - view / 2 + ROW / 2;
  const xs = [state.data.rows.from[row], state.data.rows.to[row]].map((lane) => state.laneX.get(lane)).filter((x) => x !== undefined);
  const wide = scroll.clientWidth - GUTTER;
  const [left, right] = [Math.min(...xs) - 40, Math.max(...xs) + 40];
  if (left < scroll.scrollLeft || right > scroll.scrollLeft + wide) scroll.scrollLeft = right - left > wide ? left : (left + right - wide) / 2;
}

function moveTo(state, row) {
  if (row < 0 || row >= state.data.rows.id.length) return;
  if (state.place[row] < 0) {
    state.only.clear();
    relayout(state, false);
  }
  state.cursor = row;
  reveal(state, row);
  redraw(state);
}

function step(state, by) {
  const last = state.shown.length - 1;
  const now = state.cursor < 0 ? -1 : state.place[state.cursor];
  moveTo(state, state.shown[Math.min(Math.max(now + by, 0), last)]);
}

function stepAmong(state, rows, by) {
  const among = rows.filter((row) => state.place[row] >= 0).sort((a, b) => a - b);
  if (!among.length) return;
  const next = by > 0 ? among.find((row) => row > state.cursor) : among.findLast((row) => row < state.cursor);
  moveTo(state, next === undefined ? among.at(by > 0 ? 0 : -1) : next);
}

// The flags in the order of the messages that show them, each as its row and its id.
function flagStops(state) {
  const shown = Array.from(state.flags).filter(([row]) => state.place[row] >= 0);
  return shown.flatMap(([row, mark]) => mark.ids.map((id) => [row, id])).sort((a, b) => a[0] - b[0]);
}

// A step goes to a message and selects its flag with it, so that list, evidence, message and URL stay of one mind.
function stepFlag(state, by) {
  const stops = flagStops(state);
  if (!stops.length) return;
  const at = stops.findIndex(([row, id]) => row === state.cursor && id === state.flag);
  const beyond = by > 0 ? stops.findIndex(([row]) => row > state.cursor) : stops.findLastIndex(([row]) => row < state.cursor);
  const next = at >= 0 ? at + by : beyond < 0 && by > 0 ? 0 : beyond;
  const [row, id] = stops[(next + stops.length) % stops.length];
  Object.assign(state, { flag: id, chosen: row, awaited: -1 });
  state.sent.push(id);
  moveTo(state, row);
  state.setTriggerValue("flag", id);
}

const stepHit = (state, by) => stepAmong(state, Array.from(state.hits), by);

function open(state, row) {
  if (row < 0) return;
  state.cursor = state.chosen = state.awaited = row;
  redraw(state);
  state.setTriggerValue("open", state.data.rows.id[row]);
}

function focusLane(state, lane) {
  if (state.only.has(lane)) state.only.delete(lane);
  else state.only.add(lane);
  relayout(state);
  if (state.cursor >= 0 && state.place[state.cursor] >= 0) reveal(state, state.cursor);
}

function focusLanes(state, lanes) {
  state.only = new Set(lanes);
  relayout(state);
  if (state.cursor >= 0 && state.place[state.cursor] >= 0) reveal(state, state.cursor);
}

const KEYS = {
  ArrowDown: (state) => step(state, 1), j: (state) => step(state, 1),
  ArrowUp: (state) => step(state, -1), k: (state) => step(state, -1),
  PageDown: (state) => step(state, 10), PageUp: (state) => step(state, -10),
  Home: (state) => step(state, -Infinity), End: (state) => step(state, Infinity),
  Enter: (state) => open(state, state.cursor), " ": (state) => open(state, state.cursor),
  f: (state) => stepFlag(state, 1), F: (state) => stepFlag(state, -1),
  n: (state) => stepHit(state, 1), N: (state) => stepHit(state, -1),
  "/": (state) => state.search.focus(),
  Escape: (state) => focusLanes(state, []),
};

function onKey(state, event) {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  act(state);
}

function onSearchKey(state, event) {
  event.stopPropagation();
  if (event.key === "Escape") state.scroll.focus();
  if (event.key !== "Enter") return;
  if (state.search.value !== state.data.search.query) ask(state);
  else stepHit(state, event.shiftKey ? -1 : 1);
}

function ask(state) {
  clearTimeout(state.asking);
  if (state.search.value !== state.data.search.query) state.setStateValue("search", state.search.value);
}

function make(state) {
  const { root } = state;
  Object.assign(state, { only: new Set(), cursor: -1, chosen: -1, awaited: -1, lastQuery: "", flag: "", sent: [] });
  state.search = el("input", {
    type: "search", placeholder: "Search the words of all messages", "aria-label": "Search the words of all messages",
    onkeydown: (event) => onSearchKey(state, event),
    oninput: () => { clearTimeout(state.asking); state.asking = setTimeout(() => ask(state), 250); },
  });
  state.count = el("span", { class: "faint", role: "status" });
  state.stepBack = el("button", { title: "Previous found message (N)", onclick: () => stepHit(state, -1) }, "↑");
  state.stepOn = el("button", { title: "Next found message (n)", onclick: () => stepHit(state, 1) }, "↓");
  state.flagStep = el("button", { title: "Go to the next flag and the message that shows it (f)", onclick: () => { stepFlag(state, 1); state.scroll.focus(); } }, "Next flag");
  state.flagOnly = el("button", { title: "Show only the messages among the agents of this flag", onclick: () => focusLanes(state, state.data.chosen.lanes) }, "Only this flag's agents");
  state.all = el("button", { onclick: () => focusLanes(state, []) }, "Show all agents");
  state.shownCount = el("span", { class: "faint" });
  state.head = el("div", { class: "lanes" });
  state.body = svg("svg", { class: "rows" });
  state.gutter = svg("svg", { class: "rows" });
  state.canvas = el("div", { class: "canvas", style: `--gutter: ${GUTTER}px` },
    el("div", { class: "top" }, el("div", { class: "corner faint" }, "time, UTC"), state.head),
    el("div", { class: "bottom" }, el("div", { class: "gutter" }, state.gutter), el("div", { class: "body" }, state.body)));
  state.corner = state.canvas.querySelector(".corner");
  state.bottom = state.canvas.querySelector(".bottom");
  state.scroll = el("div", {
    class: "scroll", tabindex: 0, role: "listbox", "aria-label": "Messages in order",
    onkeydown: (event) => onKey(state, event),
    onclick: (event) => { const group = event.target.closest("[data-row]"); if (group) open(state, Number(group.dataset.row)); },
    onscroll: () => { cancelAnimationFrame(state.frame); state.frame = requestAnimationFrame(() => { drawRows(state); moveWindow(state); }); },
  }, state.canvas);
  state.overview = svg("svg", {
    class: "overview", "aria-hidden": true,
    onpointerdown: (event) => { state.overview.setPointerCapture(event.pointerId); dragOverview(state, event); },
    onpointermove: (event) => { if (event.buttons) dragOverview(state, event); },
  });
  state.line = el("div", { class: "line", "aria-live": "polite" });
  root.append(
    el("div", { class: "tools" }, state.search, state.count, state.stepBack, state.stepOn, state.flagStep, state.flagOnly, state.all, state.shownCount),
    el("div", { class: "frame" }, state.scroll, state.overview), state.line, legend(),
    el("div", { class: "keys faint" }, "↑ ↓ or j k move · Enter opens · f next flag, F the one before · / searches, n next found · click an agent's name to see only its messages, more names for those among them"));
  new ResizeObserver(() => {
    const { scroll, laidWidth, drawnHeight, data } = state;
    if (data && (scroll.clientWidth !== laidWidth || scroll.clientHeight !== drawnHeight)) relayout(state);
  }).observe(state.scroll);
}

// The page's answer to what was opened or selected here must not pull back a cursor that has moved on since.
function follow(state, data) {
  const { row } = data.chosen;
  const answered = state.sent.indexOf(data.flag);
  const changed = data.flag !== state.lastFlag;
  if (answered >= 0) state.sent.splice(0, answered + 1);
  else if (changed) state.sent = [];
  if (!state.sent.length) state.flag = data.flag;
  const outside = answered < 0 && (changed || (row !== state.lastRow && state.awaited < 0));
  const asked = data.search.query !== state.lastQuery && data.search.hits.length;
  if (outside && row >= 0 && row !== state.cursor) moveTo(state, row);
  else if (asked) moveTo(state, data.search.hits.find((hit) => hit >= state.cursor) ?? data.search.hits[0]);
  else redraw(state);
  if (row === state.awaited || changed) state.awaited = -1;
  Object.assign(state, { lastFlag: data.flag, lastRow: row, lastQuery: data.search.query });
}

function adopt(state, data) {
  const sameRows = state.data && state.data.key === data.key;
  state.data = data;
  state.flags = flagsByRow(data);
  state.marked = new Set(data.chosen.marked);
  state.hits = new Set(data.search.hits);
  if (!sameRows) {
    state.only.clear();
    Object.assign(state, { cursor: -1, sent: [], lastFlag: undefined });
    state.replies = repliesByRow(data.rows);
    state.corner.textContent = data.timed ? "time, UTC" : "order";
    state.scroll.scrollTop = 0;
    if (document.activeElement !== state.search) state.search.value = data.search.query;
  }
  state.chosen = data.chosen.row;
  relayout(state, false);
  follow(state, data);
}

export default function (component) {
  const state = rootOf(component.parentElement, "root sequence", make);
  state.setTriggerValue = component.setTriggerValue;
  state.setStateValue = component.setStateValue;
  if (component.data && component.data.rows) adopt(state, component.data);
}
