// Where everything stands: which messages and lanes are shown, how wide a lane is, what row is at what height.
const ROW = 40;
const GUTTER = 130; // holds message 100,000 beside its time
const NARROWEST = 26;
const UPRIGHT = 62; // narrower lanes than this have their names written from bottom to top
const WIDEST = 190;
const CHARACTER = 5.7; // mean width of a letter in pixels, rather wide than narrow
const TYPES = ["task", "result", "status", "escalation", "info"];
const RANK = { error: 0, warning: 1, note: 2 };

// One agent picked shows all its messages; several show those among them.
function shownRows(rows, only) {
  const all = Array.from(rows.from.keys());
  const isIn = (lane) => lane < 0 || only.has(lane);
  if (!only.size) return all;
  if (only.size === 1) return all.filter((row) => only.has(rows.from[row]) || only.has(rows.to[row]));
  return all.filter((row) => only.has(rows.from[row]) && isIn(rows.to[row]));
}

function shownLanes(data, shown, only) {
  if (!only.size) return Array.from(data.lanes.keys());
  const used = new Set(only);
  for (const row of shown) {
    used.add(data.rows.from[row]);
    if (data.rows.to[row] >= 0) used.add(data.rows.to[row]);
  }
  return Array.from(used).sort((a, b) => a - b);
}

function layOut(state) {
  const { data, only, scroll } = state;
  state.laidWidth = scroll.clientWidth;
  state.shown = shownRows(data.rows, only);
  state.place = new Int32Array(data.rows.id.length).fill(-1);
  state.shown.forEach((row, place) => { state.place[row] = place; });
  const lanes = shownLanes(data, state.shown, only);
  const room = Math.max(scroll.clientWidth - GUTTER - 2, 200);
  state.laneWidth = Math.min(WIDEST, Math.max(NARROWEST, Math.floor(room / Math.max(lanes.length, 1))));
  state.lanes = lanes;
  state.headHeight = state.laneWidth < UPRIGHT ? 116 : 44;
  state.laneX = new Map(lanes.map((lane, place) => [lane, Math.round((place + 0.5) * state.laneWidth)]));
  state.width = Math.max(lanes.length * state.laneWidth, room);
  state.height = Math.max(state.shown.length * ROW, 1);
}

// What each row is marked with: the worst flag that shows in it, or none where it is evidence only; and what it is called.
function flagsByRow(data) {
  const found = new Map();
  for (const [row, severity, label, id, only] of data.marks) {
    if (!found.has(row)) found.set(row, { severity: "", labels: [], evidence: [], ids: [] });
    const mark = found.get(row);
    if (only) mark.evidence.push(label);
    else {
      mark.labels.push(label);
      mark.ids.push(id);
      if (!mark.severity || RANK[severity] < RANK[mark.severity]) mark.severity = severity;
    }
  }
  return found;
}

const unique = (labels) => Array.from(new Set(labels)).join(", ");
function markText(mark) {
  const seen = mark.labels.length ? `${mark.severity}: ${unique(mark.labels)}` : "";
  return [seen, mark.evidence.length ? `evidence of ${unique(mark.evidence)}` : ""].filter(Boolean).join("; ");
}

function repliesByRow(rows) {
  const found = new Map();
  rows.reply.forEach((parent, row) => {
    if (parent < 0) return;
    if (!found.has(parent)) found.set(parent, []);
    found.get(parent).push(row);
  });
  return found;
}

const two = (number) => String(number).padStart(2, "0");
function clock(milliseconds) {
  const time = new Date(milliseconds);
  return `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
}
const day = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10);

function lapse(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return "";
  if (seconds < 90) return `+${seconds} s`;
  if (seconds < 5400) return `+${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `+${Math.round(seconds / 3600)} h` : `+${Math.round(seconds / 86400)} d`;
}

const endsText = (data, row) => `${data.lanes[data.rows.from[row]]} → ${recipientName(data, row)}`;
const recipientName = (data, row) => (data.rows.to[row] < 0 ? "everyone" : data.lanes[data.rows.to[row]]);

function spoken(state, row) {
  const { data } = state;
  const mark = state.flags.get(row);
  const time = data.rows.time[row] === null ? "" : `, ${clock(data.rows.time[row])} UTC`;
  const flagged = mark ? `, flagged: ${markText(mark)}` : "";
  return `${many(row + 1)} of ${many(data.rows.id.length)}${time}, ${TYPES[data.rows.type[row]]} from ${data.lanes[data.rows.from[row]]} ` +
    `to ${recipientName(data, row)}${flagged}. ${data.rows.badge[row]} ${data.rows.text[row]}`;
}
