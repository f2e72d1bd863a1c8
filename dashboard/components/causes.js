// What led to the end of a run: each chain a row of messages, from the flag it begins with to the final answer.
function step(state, one) {
  const chosen = one.message === state.data.open;
  return el("li", {},
    one.says ? el("span", { class: "says" }, one.says, el("span", { "aria-hidden": "true" }, " →")) : null,
    el("button", {
      class: `step${one.end ? " end" : ""}${chosen ? " chosen" : ""}`, "aria-pressed": chosen, title: one.text,
      onclick: () => state.setTriggerValue("open", one.message),
    },
      el("span", { class: "who" }, el("span", { class: "mono" }, one.message), ` ${one.who}`),
      one.flags.map((flag) => el("span", { class: "why" },
        severityIcon(flag.severity), " ", el("strong", {}, flag.mode), flag.kind ? ` · ${flag.kind}` : "")),
      el("span", { class: "text" }, one.flags.length ? one.flags[0].summary : one.text),
      one.end ? el("span", { class: "faint" }, "final answer") : null));
}

const chain = (state, one) =>
  el("section", { class: "chain", "aria-label": `Probable cause, ${one.word}, ${one.sure} sure` },
    el("div", { class: "head" }, el("strong", {}, `${one.word[0].toUpperCase()}${one.word.slice(1)} cause`),
      el("span", { class: "faint" }, `${one.sure} sure · ${one.why}`)),
    el("ol", {}, one.steps.map((each) => step(state, each))));

function draw(state) {
  const { chains, about, first } = state.data;
  const shown = state.all ? chains : chains.slice(0, first);
  const more = chains.length - first;
  state.root.replaceChildren(
    el("p", { class: "about" }, about),
    ...shown.map((one) => chain(state, one)),
    more > 0 ? el("button", { class: "more", "aria-expanded": Boolean(state.all), onclick: () => { state.all = !state.all; draw(state); } },
      state.all ? "Show fewer" : `Show ${many(more)} more`) : "");
}

export default function (component) {
  const { data, parentElement } = component;
  const state = rootOf(parentElement, "root causes");
  state.setTriggerValue = component.setTriggerValue;
  if (!data) return;
  if (state.key !== data.key) state.all = false;
  state.key = data.key;
  state.data = data;
  draw(state);
}
