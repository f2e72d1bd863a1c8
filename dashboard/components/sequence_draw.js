// Draws the rows in view, and no others.
function arrowHead(type, x, y, way) {
  const back = x - 8 * way;
  if (type === "task" || type === "escalation") {
    return svg("path", { class: "head", d: `M${x} ${y} L${back} ${y - 4.5} L${back} ${y + 4.5} Z` });
  }
  return svg("path", { class: "head open", d: `M${back} ${y - 4.5} L${x} ${y} L${back} ${y + 4.5}` });
}

function broadcast(state, from, type, y) {
  const xs = state.lanes.map((lane) => state.laneX.get(lane));
  const line = svg("line", { class: "shaft", x1: Math.min(...xs), x2: Math.max(...xs), y1: y, y2: y });
  const ends = xs.filter((x) => x !== from).map((x) => arrowHead(type, x, y, x > from ? 1 : -1));
  return [line, svg("circle", { class: "source", cx: from, cy: y, r: 4 }), ...ends];
}

function arrow(state, row, y) {
  const { rows } = state.data;
  const type = TYPES[rows.type[row]];
  const from = state.laneX.get(rows.from[row]);
  const to = state.laneX.get(rows.to[row]);
  if (rows.to[row] < 0) return { parts: broadcast(state, from, type, y), left: from, right: from, mid: from + 18 };
  if (rows.to[row] === rows.from[row]) {
    const loop = svg("path", { class: "shaft", d: `M${from} ${y - 6} h22 a5 5 0 0 1 0 10 h-16` });
    return { parts: [loop, arrowHead(type, from + 1, y + 4, -1)], left: from, right: from + 28, mid: from };
  }
  const way = to > from ? 1 : -1;
  const shaft = svg("line", { class: "shaft", x1: from, x2: to - 2 * way, y1: y, y2: y });
  const source = svg("circle", { class: "source", cx: from, cy: y, r: 2.5 });
  return {
    parts: [shaft, source, arrowHead(type, to - way, y, way)],
    left: Math.min(from, to), right: Math.max(from, to), mid: (from + to) / 2,
  };
}

function cut(text, room) {
  const letters = Math.max(Math.floor(room / CHARACTER), 3);
  const signs = Array.from(text);
  return signs.length > letters ? `${signs.slice(0, letters - 1).join("")}…` : text;
}

// The words stay within view: at the arrow where it can be seen, else at the edge that it lies beyond, with its ends named.
function label(state, row, ends) {
  const { text, badge } = state.data.rows;
  const [near, far] = [state.scroll.scrollLeft + 4, state.scroll.scrollLeft + state.scroll.clientWidth - GUTTER - 6];
  const beyond = ends.right < near ? "◂ " : ends.left > far ? "▸ " : "";
  const left = beyond ? near : Math.max(ends.left + 6, near);
  const right = Math.min(ends.right - 6, far);
  const flip = !beyond && far - left < 230 && right - near > far - left;
  const catching = [beyond ? `${beyond}${endsText(state.data, row)}` : "", badge[row]].filter(Boolean).join("  ");
  const room = (flip ? right - near : far - left) - catching.length * 6.6;
  return svg("text", { class: beyond ? "words beyond" : "words", x: flip ? right : left, y: 15, "text-anchor": flip ? "end" : "start" },
    catching ? svg("tspan", { class: "badge" }, `${catching}  `) : null, svg("tspan", {}, cut(text[row], room)));
}

function classesOf(state, row) {
  const names = ["row", TYPES[state.data.rows.type[row]]];
  if (state.marked.has(row)) names.push("marked");
  if (state.hits.has(row)) names.push("hit");
  if (row === state.chosen) names.push("chosen");
  if (row === state.cursor) names.push("cursor");
  return names.join(" ");
}

const signOf = (mark, x, y) => (mark.severity ? severityMark(mark.severity, x, y) : evidenceMark(x, y));

function drawRow(state, row) {
  const y = state.place[row] * ROW;
  const ends = arrow(state, row, ROW - 13);
  const mark = state.flags.get(row);
  const markX = Math.round(ends.right - ends.left < 56 ? Math.max(ends.right, ends.mid) + 8 : ends.mid - 7);
  return svg("g", {
    class: classesOf(state, row), transform: `translate(0 ${y})`, "data-row": row, id: `m${row}`,
    role: "option", "aria-selected": row === state.chosen, "aria-label": spoken(state, row),
    "aria-setsize": state.shown.length, "aria-posinset": state.place[row] + 1,
  },
    svg("rect", { class: "ground", x: 0, y: 0, width: state.width, height: ROW }),
    svg("title", {}, `${TYPES[state.data.rows.type[row]]}: ${endsText(state.data, row)}`),
    ends.parts,
    label(state, row, ends),
    mark ? svg("g", { class: "halo" }, svg("circle", { cx: markX + 7, cy: ROW - 13, r: mark.severity ? 10 : 6 }), signOf(mark, markX, ROW - 20)) : null);
}

function gutterTag(state, row) {
  const { before, after, tags } = state.data.chosen;
  const ends = [before, after].map((end, at) => (end === row ? tags[at] : "")).filter(Boolean);
  if (ends.length) return { words: ends.join(", "), end: true };
  const earlier = state.shown[state.place[row] - 1];
  const { time } = state.data.rows;
  if (time[row] === null) return { words: "" };
  if (earlier === undefined || time[earlier] === null || day(time[row]) !== day(time[earlier])) return { words: day(time[row]) };
  return { words: lapse(time[row] - time[earlier]) };
}

function gutterRow(state, row) {
  const { time } = state.data.rows;
  const mark = state.flags.get(row);
  const tag = gutterTag(state, row);
  return svg("g", { class: `${classesOf(state, row)} aside`, transform: `translate(0 ${state.place[row] * ROW})`, "data-row": row },
    svg("rect", { class: "ground", x: 0, y: 0, width: GUTTER, height: ROW }),
    svg("text", { class: "number", x: 18, y: 15 }, many(row + 1)),
    time[row] === null ? null : svg("text", { class: "time", x: GUTTER - 24, y: 15, "text-anchor": "end" }, clock(time[row])),
    svg("text", { class: tag.end ? "tag" : "time", x: GUTTER - 24, y: 31, "text-anchor": "end" }, tag.words),
    mark ? signOf(mark, GUTTER - 19, 13) : null);
}

// A bracket in the gutter joins the message under the cursor with what it replies to and with its replies.
function replyLinks(state) {
  const row = state.cursor;
  if (row < 0 || state.place[row] < 0) return [];
  const middle = (which) => state.place[which] * ROW + ROW / 2;
  const join = (a, b, name, x) => svg("path", { class: `reply ${name}`, d: `M14 ${middle(a)} H${x} V${middle(b)} H14` });
  const parent = state.data.rows.reply[row];
  const links = (state.replies.get(row) || []).filter((reply) => state.place[reply] >= 0).map((reply) => join(row, reply, "down", 9));
  if (parent >= 0 && state.place[parent] >= 0) links.push(join(parent, row, "up", 4));
  return links;
}

function drawRows(state) {
  const { scroll, body, gutter } = state;
  const first = Math.max(Math.floor(scroll.scrollTop / ROW) - 4, 0);
  const last = Math.min(Math.ceil((scroll.scrollTop + scroll.clientHeight) / ROW) + 4, state.shown.length);
  const visible = state.shown.slice(first, last);
  const top = first * ROW;
  const tall = Math.max((last - first) * ROW, 1);
  for (const [node, width] of [[body, state.width], [gutter, GUTTER]]) {
    fill(node, { width, height: tall, viewBox: `0 ${top} ${width} ${tall}` }, []);
    node.style.transform = `translateY(${top}px)`;
  }
  const lines = state.lanes.map((lane) => svg("line", { class: "lane", x1: state.laneX.get(lane), x2: state.laneX.get(lane), y1: top, y2: top + tall }));
  const drawn = visible.map((row) => drawRow(state, row));
  body.replaceChildren(...drawn.map((group) => group.firstChild.cloneNode()).map((ground, at) => {
    ground.setAttribute("class", `ground ${classesOf(state, visible[at])}`);
    ground.setAttribute("y", (first + at) * ROW);
    return ground;
  }), ...lines, ...drawn);
  gutter.replaceChildren(...visible.map((row) => gutterRow(state, row)), ...replyLinks(state));
}
