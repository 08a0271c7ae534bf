// Takes the page's data and what a reader does; shows the items found, one of them whole, and answers to keys and buttons.

const PAGE = 50;
const data = JSON.parse(document.getElementById("data").textContent);
const source = data.served ? fromServer : fromFile(data.items);
const by = (id) => document.getElementById(id);
const form = by("filters");
const state = { offset: 0, items: [], total: 0, at: 0, asked: 0, opened: 0, others: null, visited: null, turns: new Map(), view: { tab: "graded", whitespace: false, picked: -1 } };

// What a select holds is JSON of the value, since a value may be any text.
function filters() {
  const found = {};
  for (const [key, value] of new FormData(form)) found[key] = NAMES.includes(key) && value ? JSON.parse(value) : value;
  return found;
}

// What `ask` promises; `null`, and a word to the reader, where the server has gone.
async function fetched(ask) {
  try {
    return await ask();
  } catch (problem) {
    by("found").textContent = `the answers could not be fetched: ${problem.message}`;
    return null;
  }
}

async function look(offset, at = 0) {
  const asked = ++state.asked;
  const found = await fetched(() => source(offset, PAGE, filters()));
  // An earlier question may be answered later.
  if (asked !== state.asked || found === null) return;
  Object.assign(state, { offset, items: found.items, total: found.total });
  by("list").start = offset + 1;
  by("list").replaceChildren(...found.items.map((item, place) => {
    const button = brief(item);
    button.addEventListener("click", () => open(place));
    return make("li", "", button);
  }));
  by("earlier").disabled = offset === 0;
  by("later").disabled = offset + PAGE >= found.total;
  await open(at < 0 ? found.items.length - 1 : Math.min(at, Math.max(0, found.items.length - 1)));
}

async function open(place) {
  await visit(place, null);
  reveal();
}

// Shows the item at a place of the list, or another turn of its dialogue.
async function visit(place, visited) {
  const opened = ++state.opened;
  state.at = place;
  state.visited = visited;
  state.view.picked = -1;
  const found = state.others && (await fetched(others));
  const turns = await fetched(dialogue);
  if (opened !== state.opened) return;
  state.others = found;
  state.turns = turns ?? new Map();
  show();
}

function current() {
  return state.visited ?? state.items[state.at];
}

// The turns of the dialogue that are at hand, by number; of several answers to one, that which belongs to this item.
async function dialogue() {
  const item = current();
  if (!item?.dialogue) return new Map();
  const found = await source(0, PAGE, { run: item.run, verdict: "", conversation: item.dialogue.conversation });
  const here = found.items.filter((each) => each.dialogue && each.repeat === item.repeat);
  return new Map(here.map((each) => [each.dialogue.turn, each]));
}

// The list shows its current row; the page itself stays where it is.
function reveal() {
  const list = by("list");
  const row = list.children[state.at];
  if (!row) return;
  const above = row.offsetTop - list.offsetTop;
  list.scrollTop = Math.min(above, Math.max(list.scrollTop, above + row.offsetHeight - list.clientHeight));
}

// Who goes through the answers by key wants to read each from its top.
function comeTo() {
  const { top } = by("item").getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) by("item").scrollIntoView();
}

function show() {
  const item = current();
  by("found").textContent = state.total ? `${state.offset + state.at + 1} of ${state.total} found` : "no answer here is like that";
  [...by("list").children].forEach((row, place) => row.firstChild.setAttribute("aria-current", String(place === state.at)));
  const panel = by("item");
  panel.hidden = !item;
  const focused = document.activeElement && panel.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
  panel.replaceChildren(...(item ? whole(item, state.view, data.runs, state.turns) : []));
  centre(panel);
  for (const other of item && state.others ? state.others : []) {
    panel.append(make("div", "other", ...beside(other, item, { ...state.view, picked: -1 }, data.runs)));
  }
  if (item && state.others && !state.others.length) panel.append(make("p", "quiet other", "no other run here has an answer to this prompt"));
  if (focused) refocus(panel, focused);
  by("whitespace").setAttribute("aria-pressed", String(state.view.whitespace));
  if (by("other")) by("other").setAttribute("aria-pressed", String(state.others !== null));
}

// What was focused has been made anew.
function refocus(panel, was) {
  const again = [...panel.querySelectorAll("button")].find((each) => ["tab", "pick", "turn"].some((key) => was[key] && each.dataset[key] === was[key]));
  if (again) again.focus();
}

async function others() {
  const item = current();
  if (!item) return [];
  const runs = data.runs.map((_, run) => run).filter((run) => run !== item.run);
  const found = await Promise.all(runs.map((run) => counterpart(run, item)));
  return found.filter((other) => other !== undefined);
}

// A prompt may have more answers than one page of them holds.
async function counterpart(run, item) {
  for (let offset = 0; ; offset += PAGE) {
    const found = await source(offset, PAGE, { run, verdict: "", prompt: item.id });
    const other = found.items.find((each) => each.repeat === item.repeat);
    if (other || offset + PAGE >= found.total) return other;
  }
}

async function step(places) {
  const place = state.at + places;
  if (place >= 0 && place < state.items.length) await open(place);
  else if (place < 0 && state.offset > 0) await look(Math.max(0, state.offset - PAGE), -1);
  else if (place > 0 && state.offset + state.items.length < state.total) await look(state.offset + PAGE);
  comeTo();
}

function change(view) {
  Object.assign(state.view, view);
  show();
}

const ACTIONS = {
  j: () => step(1),
  k: () => step(-1),
  f: () => form.elements.text.focus(),
  v: () => change({ tab: state.view.tab === "raw" ? "graded" : "raw" }),
  w: () => change({ whitespace: !state.view.whitespace }),
  d: async () => {
    if (data.runs.length < 2) return;
    state.others = state.others ? null : await fetched(others);
    show();
  },
  "?": () => by("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (event.key === "Escape" && typing && typing !== by("help")) typing.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !by("keys-on").checked) return;
  if (!Object.hasOwn(ACTIONS, event.key)) return;
  event.preventDefault();
  ACTIONS[event.key]();
});

for (const [id, key] of Object.entries({ previous: "k", next: "j", tab: "v", whitespace: "w", other: "d", "help-button": "?" })) {
  if (by(id)) by(id).addEventListener("click", ACTIONS[key]);
}
by("earlier").addEventListener("click", () => look(state.offset - PAGE));
by("later").addEventListener("click", () => look(state.offset + PAGE));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => look(0));
form.addEventListener("reset", () => setTimeout(() => look(0)));
let waiting = 0;
form.elements.text.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => look(0), 150);
});

by("item").addEventListener("click", (event) => {
  const { tab, pick, turn } = event.target.closest("button")?.dataset ?? {};
  if (turn !== undefined) visit(state.at, state.turns.get(Number(turn)));
  if (tab) change({ tab });
  if (pick !== undefined && !event.target.closest(".other")) change({ picked: Number(pick) === state.view.picked ? -1 : Number(pick) });
});

// To point at a passage lights its demand in every place.
for (const [kind, on] of [["mouseover", true], ["mouseout", false]]) {
  by("item").addEventListener(kind, (event) => {
    const index = event.target.closest("[data-index]")?.dataset.index ?? event.target.closest("[data-row]")?.dataset.row;
    if (index === undefined) return;
    for (const each of by("item").querySelectorAll(`[data-index="${index}"], [data-row="${index}"]`)) each.classList.toggle("lit", on);
  });
}

// A figure leads to its answers.
document.addEventListener("click", (event) => {
  const chosen = event.target.closest(".choose");
  if (!chosen) return;
  const run = chosen.dataset.run ?? form.elements.run?.value;
  form.reset();
  if (form.elements.run) form.elements.run.value = run;
  form.elements.verdict.value = chosen.dataset.verdict ?? "failed";
  form.elements[chosen.dataset.filter].value = chosen.dataset.value;
  if (chosen.dataset.also) form.elements[chosen.dataset.also].value = chosen.dataset.alsoValue;
  look(0);
  by("items").scrollIntoView();
  by("items").focus({ preventScroll: true });
});

const THEMES = ["auto", "light", "dark"];
by("theme").addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % THEMES.length];
  document.documentElement.dataset.theme = next;
  by("theme").lastElementChild.textContent = next;
  by("theme").setAttribute("aria-label", next === "auto" ? "colours: as the system has them" : `colours: ${next}`);
});

look(0);
