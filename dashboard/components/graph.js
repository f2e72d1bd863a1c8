// Agents on a circle, a curve for each direction in which two of them spoke, as wide as they spoke much.
function layOutCircle(data) {
  const count = data.nodes.length;
  const radius = Math.max(130, Math.min(count * 16, 420));
  const places = data.nodes.map((_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), angle };
  });
  return { radius, places };
}

function edge(state, one, places) {
  const [a, b] = [places[one.from], places[one.to]];
  const width = Math.min(1 + 1.1 * Math.sqrt(one.messages), 9);
  const title = `${state.data.nodes[one.from].name} → ${state.data.nodes[one.to].name}: ${many(one.messages)} messages${one.flags ? `, ${many(one.flags)} flagged` : ""}`;
  const faded = state.picked >= 0 && one.from !== state.picked && one.to !== state.picked;
  const names = `edge${one.flags ? " flagged" : ""}${faded ? " faded" : ""}`;
  if (one.from === one.to) {
    const [ox, oy] = [a.x + 18 * Math.cos(a.angle), a.y + 18 * Math.sin(a.angle)];
    return svg("circle", { class: names, cx: ox, cy: oy, r: 14, "stroke-width": width }, svg("title", {}, title));
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(length * 0.16, 46);
  const [cx, cy] = [(a.x + b.x) / 2 - (dy / length) * bend, (a.y + b.y) / 2 + (dx / length) * bend];
  const [ux, uy] = [b.x - cx, b.y - cy].map((part) => part / (Math.hypot(b.x - cx, b.y - cy) || 1));
  const [ex, ey] = [b.x - ux * 12, b.y - uy * 12];
  const size = 5 + width * 0.7;
  const head = `M${ex} ${ey} L${ex - ux * size - uy * size * 0.55} ${ey - uy * size + ux * size * 0.55} L${ex - ux * size + uy * size * 0.55} ${ey - uy * size - ux * size * 0.55} Z`;
  return svg("g", { class: names }, svg("title", {}, title),
    svg("path", { class: "curve", d: `M${a.x} ${a.y} Q${cx} ${cy} ${ex - ux * size * 0.8} ${ey - uy * size * 0.8}`, "stroke-width": width }),
    svg("path", { class: "tip", d: head }));
}

function node(state, one, at, place) {
  const right = Math.cos(place.angle) > -0.01;
  const vertical = Math.abs(Math.cos(place.angle)) < 0.15;
  const size = 12.5 / state.scale;
  const words = one.name.length > 22 ? `${one.name.slice(0, 21)}…` : one.name;
  const said = `${one.name}: sent ${many(one.sent)}, ${many(one.broadcasts)} of them to everyone; received ${many(one.received)}${one.flags ? `; in ${many(one.flags)} flags` : ""}`;
  const toggle = () => { state.picked = state.picked === at ? -1 : at; draw(state); };
  return svg("g", {
    class: `node${state.picked === at ? " picked" : ""}`, tabindex: 0, role: "button", "aria-pressed": state.picked === at,
    "aria-label": said,
    onclick: toggle, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); } },
  },
    svg("title", {}, said),
    one.broadcasts ? svg("circle", { class: "ring", cx: place.x, cy: place.y, r: 14 }) : null,
    svg("circle", { cx: place.x, cy: place.y, r: 9 }),
    one.severity ? severityMark(one.severity, place.x - 7, place.y - 7) : null,
    svg("text", {
      x: place.x + (vertical ? 0 : right ? 15 : -15), y: place.y + (vertical ? (place.y < 0 ? -17 : 25) : 4),
      "text-anchor": vertical ? "middle" : right ? "start" : "end",
      "font-size": size, "stroke-width": 4 / state.scale,
    }, words));
}

function draw(state) {
  const { data } = state;
  const { radius, places } = layOutCircle(data);
  const [wide, tall] = [radius + 190, radius + 44];
  state.scale = Math.min(640 / (2 * tall), 1);
  const edges = [...data.edges].sort((a, b) => (a.flags > 0) - (b.flags > 0)).map((one) => edge(state, one, places));
  const nodes = data.nodes.map((one, at) => node(state, one, at, places[at]));
  state.root.replaceChildren(
    svg("svg", { viewBox: `${-wide} ${-tall} ${2 * wide} ${2 * tall}`, role: "group", "aria-label": "Who spoke to whom", style: `max-height:${Math.min(2 * tall, 640)}px` }, edges, nodes),
    el("p", { class: "faint" }, "The wider the arrow, the more messages. Red arrows carry flagged messages; a dashed ring spoke to everyone. Click an agent to see its arrows alone."));
}

export default function (component) {
  const state = rootOf(component.parentElement, "root graph");
  if (!component.data) return;
  if (state.key !== component.data.key) state.picked = -1;
  state.key = component.data.key;
  state.data = component.data;
  draw(state);
}
