// Takes an item that is a turn of a dialogue, and the other turns that are at hand; gives the graph of the dialogue.

const STEP = 128;
const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, attributes, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const each of inside) element.append(...(typeof each === "string" ? written(each) : [each]));
  return element;
}

// Each turn is a button in a column of its own; the relations are arcs over the columns, from the turn that is meant.
function graph(item, turns) {
  const { turns: all, turn } = item.dialogue;
  const places = new Map(all.map(([title], place) => [title, place]));
  const arcs = new Map();
  all.forEach(([, relations], to) => {
    for (const [kind, of] of relations) {
      const from = places.has(of) ? places.get(of) : to - 1;
      if (from < 0 || from >= to) continue;
      const key = `${from} ${to}`;
      arcs.set(key, { from, to, kinds: [...(arcs.get(key)?.kinds ?? []), kind] });
    }
  });
  const furthest = Math.max(1, ...[...arcs.values()].map(({ from, to }) => to - from));
  const height = 34 + 22 * furthest;
  const picture = drawn("svg", { class: "arcs", width: STEP * all.length, height, "aria-hidden": "true" });
  // Words come last, so that no arc is drawn over them.
  const parts = [...arcs.values()].map(({ from, to, kinds }) => arc(from, to, kinds, height, turn));
  picture.append(...parts.flatMap(({ lines }) => lines), ...parts.map(({ words }) => words));
  const columns = make("ol", "turns");
  columns.style.gridTemplateColumns = `repeat(${all.length}, ${STEP}px)`;
  all.forEach(([title, relations], place) => columns.append(make("li", "", node(title, relations, place + 1, turn, turns))));
  const scroll = make("div", "scroll dialogue", picture, columns);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "the turns of the dialogue");
  return scroll;
}

function arc(from, to, kinds, height, turn) {
  const [left, right] = [from, to].map((place) => STEP * (place + 0.5));
  const top = height - 18 - 22 * (to - from);
  const lit = to + 1 === turn ? " here" : "";
  const gap = 14;
  const path = `M${left + gap} ${height - 2}C${left + gap} ${top},${right - gap} ${top},${right - gap} ${height - 4}`;
  const head = `M${right - gap - 5} ${height - 10}L${right - gap} ${height - 2}L${right - gap + 5} ${height - 10}`;
  const lines = [drawn("path", { d: path, class: `arc${lit}${kinds.includes("departs") ? " departs" : ""}` }), drawn("path", { d: head, class: `arc${lit}` })];
  const y = 0.25 * height + 0.75 * top - 1;
  return { lines, words: drawn("text", { x: (left + right) / 2, y, "text-anchor": "middle", class: "small halo" }, kinds.join(", ")) };
}

// A dialogue may be wider than its place: the turn that is open comes to its middle.
function centre(panel) {
  const node = panel.querySelector(".dialogue [aria-current]");
  const scroll = node?.closest(".dialogue");
  if (scroll) scroll.scrollLeft += node.getBoundingClientRect().left + node.offsetWidth / 2 - scroll.getBoundingClientRect().left - scroll.clientWidth / 2;
}

function node(title, relations, number, turn, turns) {
  const other = turns.get(number);
  const outcome = other ? other.outcome : "absent";
  const button = make("button", `node ${outcome}`, make("span", `sign ${outcome}`, other ? SIGNS[outcome] : "·"), " ", name(title, "b"));
  button.type = "button";
  button.dataset.turn = number;
  button.disabled = !other;
  if (number === turn) button.setAttribute("aria-current", "step");
  const said = relations.map(([kind, of]) => (of ? `${kind} ${of}` : kind)).join(", ");
  button.title = plain(`turn ${number}${said ? `: ${said}` : ""}${other ? ` (${SAID[outcome]})` : " (its answer is not at hand)"}`);
  button.append(make("span", "spoken", ` ${said} ${other ? SAID[outcome] : "not at hand"}`));
  return button;
}
