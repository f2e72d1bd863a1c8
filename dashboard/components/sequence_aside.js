// What stands around the rows: lane names, the overview on the right, the line about the current message.
// A long name breaks where its parts meet, not in the middle of one.
const breakable = (name) => name.replace(/([_\-./:@])|(?=#)|(?<=[a-z0-9])(?=[A-Z])/g, "$1\u200b");

function drawHead(state) {
  const names = state.lanes.map((lane) => {
    const name = state.data.lanes[lane];
    const pressed = state.only.has(lane);
    const what = pressed ? `${name}: picked; show it like the others again` : state.only.size ? `${name}: show its messages with the others picked` : `${name}: show only its messages`;
    const button = el("button", { class: "name", title: what, "aria-label": what, "aria-pressed": pressed, onclick: () => focusLane(state, lane) },
      el("span", {}, breakable(name)));
    const gap = state.laneWidth < UPRIGHT ? 1 : 3;
    button.style.left = `${state.laneX.get(lane) - state.laneWidth / 2 + gap}px`;
    button.style.width = `${state.laneWidth - 2 * gap}px`;
    return button;
  });
  state.head.style.width = `${state.width}px`;
  state.root.classList.toggle("upright", state.laneWidth < UPRIGHT);
  state.head.replaceChildren(...names);
}

function drawOverview(state) {
  const tall = Math.max(state.scroll.clientHeight, 10);
  state.overview.style.display = state.height + state.headHeight > tall ? "" : "none";
  const scale = tall / Math.max(state.shown.length, 1);
  const worst = new Map();
  for (const [row, mark] of state.flags) {
    if (state.place[row] < 0 || !mark.severity) continue;
    const y = Math.round(state.place[row] * scale);
    if (!worst.has(y) || RANK[mark.severity] < RANK[worst.get(y)]) worst.set(y, mark.severity);
  }
  const ticks = Array.from(worst, ([y, severity]) =>
    svg("rect", { class: `tick ${severity}`, x: severity === "error" ? 2 : 5, width: severity === "error" ? 12 : 9, y, height: 3 }));
  const hits = new Set(Array.from(state.hits).filter((row) => state.place[row] >= 0).map((row) => Math.round(state.place[row] * scale)));
  const found = Array.from(hits, (y) => svg("rect", { class: "tick found", x: 0, width: 3, y, height: 2 }));
  state.windowMark = svg("rect", { class: "window", x: 0.5, width: 15, rx: 2 });
  fill(state.overview, { width: 16, height: tall }, []);
  state.overview.replaceChildren(...found, ...ticks, state.windowMark);
  moveWindow(state);
}

function moveWindow(state) {
  const tall = Math.max(state.scroll.clientHeight, 10);
  const share = Math.min(tall / (state.height + state.headHeight), 1);
  state.windowMark.setAttribute("y", Math.round((state.scroll.scrollTop / (state.height + state.headHeight)) * tall) + 0.5);
  state.windowMark.setAttribute("height", Math.max(Math.round(share * tall) - 1, 6));
}

function dragOverview(state, event) {
  const box = state.overview.getBoundingClientRect();
  const share = (event.clientY - box.top) / Math.max(box.height, 1);
  state.scroll.scrollTop = share * state.height - state.scroll.clientHeight / 2;
}

function jump(state, row, words) {
  return el("button", { class: "link", onclick: () => { moveTo(state, row); state.scroll.focus(); } }, words);
}

function drawLine(state) {
  const { data, cursor } = state;
  if (cursor < 0) {
    state.line.replaceChildren(el("span", { class: "faint" }, "Select a message to read it."));
    return;
  }
  const parts = [el("strong", {}, many(cursor + 1)), ` ${TYPES[data.rows.type[cursor]]} · ${endsText(data, cursor)}`];
  const parent = data.rows.reply[cursor];
  if (parent >= 0) parts.push(" · replies to ", jump(state, parent, many(parent + 1)));
  const replies = state.replies.get(cursor) || [];
  if (replies.length) parts.push(" · replied to by ", ...replies.slice(0, 6).flatMap((row, at) => [at ? ", " : "", jump(state, row, many(row + 1))]));
  if (replies.length > 6) parts.push(` and ${many(replies.length - 6)} more`);
  const mark = state.flags.get(cursor);
  if (mark) parts.push(` · ${markText(mark)}`);
  state.line.replaceChildren(...parts);
}

function drawTools(state) {
  const { data } = state;
  const total = data.rows.id.length;
  const count = data.search.query ? `${many(data.search.hits.length)} found` : "";
  state.count.textContent = count;
  state.stepBack.hidden = state.stepOn.hidden = !data.search.hits.length;
  state.shownCount.textContent = state.only.size ? `${many(state.shown.length)} of ${many(total)} messages, ${many(state.lanes.length)} of ${many(data.lanes.length)} agents` : `${many(total)} messages, ${many(data.lanes.length)} agents`;
  state.all.hidden = !state.only.size;
  const flagLanes = new Set(data.chosen.lanes);
  state.flagOnly.hidden = !flagLanes.size || data.lanes.length <= flagLanes.size || state.only.size > 0;
  state.flagStep.hidden = !state.flags.size;
}

function legend() {
  const sample = (type) => el("span", { class: "sample" },
    svg("svg", { width: 40, height: 12, "aria-hidden": true }, svg("g", { class: `row ${type}` },
      svg("line", { class: "shaft", x1: 2, x2: 36, y1: 6, y2: 6 }), arrowHead(type, 38, 6, 1))), type);
  const marks = ["error", "warning", "note"].map((severity) => el("span", { class: "sample" }, severityIcon(severity), severity));
  const evidence = el("span", { class: "sample" }, svg("svg", { width: 16, height: 16, viewBox: "-1 -1 16 16", "aria-hidden": true }, evidenceMark()), "evidence of a flag that shows in another message");
  return el("div", { class: "legend", "aria-label": "What the arrows and marks mean" }, TYPES.map(sample), marks, evidence);
}
