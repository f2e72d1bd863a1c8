// Elements are made here and nowhere else: text goes in as textContent, so that no log text becomes markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// The shape says the severity as well as the colour does.
const SHAPES = {
  error: "M7 1 L14 13.5 L0 13.5 Z",
  warning: "M7 0 L14 7 L7 14 L0 7 Z",
  note: "M7 2 A5 5 0 1 1 6.99 2 Z",
};
const MARKS = { error: ["!", 12.2], warning: ["!", 10.2], note: ["i", 10.2] };

function severityMark(severity, x = 0, y = 0) {
  const [sign, base] = MARKS[severity] || MARKS.note;
  return svg("g", { class: `mark ${severity}`, transform: `translate(${x} ${y})` },
    svg("path", { d: SHAPES[severity] || SHAPES.note }),
    svg("text", { x: 7, y: base, "text-anchor": "middle" }, sign));
}

// A message that is evidence of a flag seen elsewhere.
const evidenceMark = (x = 0, y = 0) => svg("g", { class: "mark evidence", transform: `translate(${x} ${y})` }, svg("circle", { cx: 7, cy: 7, r: 4 }));

const severityIcon = (severity) =>
  svg("svg", { width: 16, height: 16, viewBox: "-1 -1 16 16", role: "img", "aria-label": severity }, severityMark(severity));

const many = (number) => number.toLocaleString("en");

// One root per mounted component survives every redraw, and holds what the person was doing.
const kept = new WeakMap();
function rootOf(parent, className, make) {
  let state = kept.get(parent);
  if (!state) {
    state = { root: el("div", { class: className }) };
    parent.append(state.root);
    kept.set(parent, state);
    if (make) make(state);
  }
  return state;
}
