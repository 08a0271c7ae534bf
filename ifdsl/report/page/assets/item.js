// Takes one item as the page's data has it; gives the element that shows it: prompt, answer, and every demand with its verdict.

const SIGNS = { passed: "✓", failed: "✗", rescued: "✗", undecided: "?" };
const SAID = { passed: "passed", failed: "failed", rescued: "failed, loose passed", undecided: "undecided" };
const VERDICTS = { pass: "pass", fail: "fail", unknown: "unknown", not_applicable: "not applicable" };

function badge(outcome, text) {
  return make("span", `badge ${outcome}`, `${SIGNS[outcome]} ${text}`);
}

function cutNote(held) {
  const size = Array.from(held.text).length;
  return size < held.size ? make("p", "quiet cut", `the first ${size} of ${held.size} characters are shown`) : null;
}

// How a text begins, on one line.
function onOneLine(text, most) {
  const words = text.slice(0, most).replace(/\s+/g, " ").trim();
  return text.length > most ? `${words}…` : words;
}

// How a row of the list shows an item.
function brief(item) {
  const failed = item.requirements.filter((each) => each.outcome === "failed" || each.outcome === "rescued");
  const asked = item.messages[item.asked];
  const first = make("span", "first", make("span", `sign ${item.outcome}`, SIGNS[item.outcome]), name(item.id, "b"));
  if (item.repeat) first.append(make("span", "quiet", `repeat ${item.repeat}`));
  first.append(make("span", "quiet count", `${failed.length} of ${item.requirements.length} failed`));
  if (item.status !== "ok") first.append(make("span", "status", item.status.replaceAll("_", " ")));
  const button = make("button", "brief", first, name(asked ? onOneLine(asked.content.text, 160) : "", "span"));
  button.type = "button";
  button.append(make("span", "spoken", SAID[item.outcome]));
  return button;
}

// `view` is {tab, whitespace, picked}: which tab is open, whether blanks show, and the demand that is picked out, or -1.
// `turns` are the turns of the item's dialogue that are at hand, by number.
function whole(item, view, runs, turns) {
  const texts = make("div", "texts", promptPanel(item, view), answerPanel(item, view));
  return [header(item, runs, "h3"), ...(item.dialogue ? [graph(item, turns)] : []), texts, table(item, view)];
}

// Another run's answer; its prompt shows only where it is not the one above.
function beside(item, first, view, runs) {
  const same = JSON.stringify(item.messages) === JSON.stringify(first.messages);
  const texts = same ? answerPanel(item, view) : make("div", "texts", promptPanel(item, view), answerPanel(item, view));
  return [header(item, runs, "h4"), texts, table(item, view)];
}

function header(item, runs, heading) {
  const facts = make("p", "quiet facts-line");
  const add = (text) => facts.append(make("span", "", text));
  if (runs.length > 1) add(runs[item.run]);
  const response = item.response;
  if (response) {
    if (response.model) add(response.model);
    if (response.finish) add(`finish: ${response.finish}`);
    if (response.completion_tokens !== null) add(`${response.prompt_tokens ?? "?"} tokens in, ${response.completion_tokens} out`);
    if (response.seconds) add(`${response.seconds} s`);
    if (response.attempts > 1) add(`${response.attempts} attempts`);
    if (response.effective) add(`the server said it used ${response.effective}`);
  }
  for (const [key, value] of Object.entries(item.meta)) add(`${key}: ${value}`);
  const title = make(heading, "item-title", "prompt ", name(item.id, "bdi"), item.repeat ? ` · repeat ${item.repeat}` : "");
  title.append(" ", badge(item.outcome, SAID[item.outcome]));
  if (item.status !== "ok") title.append(" ", make("span", "status", item.status.replaceAll("_", " ")));
  return make("header", "item-head", title, facts.childNodes.length ? facts : null);
}

function promptPanel(item, view) {
  const panel = make("section", "panel", make("h4", "", "prompt"));
  panel.setAttribute("aria-label", "prompt");
  item.messages.forEach((message, place) => {
    const marks = place === item.asked ? phrases(item, view) : [];
    const body = lined(message.content.text, marks, view.whitespace);
    if (item.messages.length === 1) panel.append(body);
    else if (place === item.asked) panel.append(make("p", "role", message.role), body);
    else panel.append(make("details", "turn-before", make("summary", "", `${message.role} `, name(onOneLine(message.content.text, 80), "span")), body));
    const cut = cutNote(message.content);
    if (cut) panel.append(cut);
  });
  return panel;
}

function phrases(item, view) {
  return item.requirements.flatMap((each, index) =>
    view.picked >= 0 && view.picked !== index
      ? []
      : each.phrases.map(([start, end], order) => ({ start, end, index, order, role: "phrase", label: each.constraint })),
  );
}

// What failed is marked at once, what passed where its row is picked: a text with every word counted reads badly.
function evidence(item, view) {
  return item.requirements.flatMap((each, index) => {
    const wanted = view.picked >= 0 ? view.picked === index : each.outcome === "failed" || each.outcome === "rescued";
    return wanted ? each.evidence.map(([start, end, role, label], order) => ({ start, end, role, label, index, order, of: each.evidence.length })) : [];
  });
}

function answerPanel(item, view) {
  const panel = make("section", "panel", tabs(item, view));
  panel.setAttribute("aria-label", "answer");
  const response = item.response;
  const body = make("div", "tab-body");
  body.id = `answer-${item.run}`;
  body.setAttribute("role", "tabpanel");
  panel.append(body);
  if (response && response.error) {
    body.append(make("p", "problem", make("b", "", `${response.error_kind || "error"}: `), response.error));
  }
  if (!response) body.append(make("p", "quiet", "no answer was recorded"));
  else if (view.tab === "raw") raw(body, response, view);
  else graded(body, item, view);
  return panel;
}

function tabs(item, view) {
  const bar = make("div", "tabs");
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", "views of the answer");
  for (const [key, text] of [["graded", "what the grader saw"], ["raw", "raw"]]) {
    const tab = make("button", "", text);
    tab.type = "button";
    tab.dataset.tab = key;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(view.tab === key));
    tab.setAttribute("aria-controls", `answer-${item.run}`);
    bar.append(tab);
  }
  return bar;
}

function graded(body, item, view) {
  const response = item.response;
  const pointless = item.requirements
    .map((each, index) => ({ each, index }))
    .filter(({ each }) => (each.outcome === "failed" || each.outcome === "rescued") && !each.evidence.length);
  if (pointless.length && item.answered) {
    const note = make("p", "whole-text", "about the whole answer: ");
    for (const { each, index } of pointless) {
      note.append(make("span", `flag ${colour(index)}`, `${index + 1}`), " ", name(each.message || each.constraint), " ");
    }
    body.append(note);
  }
  if (!response.text.text.trim()) body.append(make("p", "quiet", "the grader saw no text"));
  body.append(lined(response.text.text, evidence(item, view), view.whitespace));
  const cut = cutNote(response.text);
  if (cut) body.append(cut);
}

function raw(body, response, view) {
  if (response.reasoning) {
    const size = response.reasoning.size;
    const thought = make("details", "reasoning", make("summary", "", `reasoning, ${size} characters, not graded`));
    thought.append(lined(response.reasoning.text, [], view.whitespace));
    const cut = cutNote(response.reasoning);
    if (cut) thought.append(cut);
    body.append(thought);
  }
  const text = response.raw.text;
  const left = [];
  let from = 0;
  for (const [start, end] of [...response.slices].sort((one, other) => one[0] - other[0])) {
    if (start > from) left.push([from, start]);
    from = Math.max(from, end);
  }
  if (from < text.length) left.push([from, text.length]);
  if (left.length) body.append(make("p", "quiet", "struck and pale: what the grader did not see"));
  const dropped = left.map(([start, end]) => ({ start, end, index: 0, order: 0, role: "dropped", label: "" }));
  const lines = lined(text, dropped, view.whitespace);
  for (const mark of lines.querySelectorAll("mark")) {
    delete mark.dataset.tag;
    mark.title = "not seen by the grader";
  }
  body.append(lines);
  const cut = cutNote(response.raw);
  if (cut) body.append(cut);
}

function table(item, view) {
  const sourced = item.requirements.some((each) => each.source);
  const titles = ["", "demand", "expected", "measured", "strict", "loose", "what was found", ...(sourced ? ["written in"] : [])];
  const head = make("tr", "", ...titles.map((title) => {
    const cell = make("th", "", title || make("span", "spoken", "number"));
    cell.scope = "col";
    return cell;
  }));
  const rows = item.requirements.map((each, index) => demand(each, index, view, item, titles));
  const whole = make("table", "demands", make("thead", "", head), make("tbody", "", ...rows));
  const scroll = make("div", "scroll", whole);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "demands and verdicts");
  return item.requirements.length ? scroll : make("p", "quiet", "the prompt demands nothing that is checked");
}

function demand(each, index, view, item, titles) {
  const pick = make("button", `pick ${colour(index)}`, String(index + 1));
  pick.type = "button";
  pick.dataset.pick = index;
  pick.setAttribute("aria-pressed", String(view.picked === index));
  pick.setAttribute("aria-label", plain(`show demand ${index + 1} alone: ${each.constraint}`));
  const verdict = (which) => (item.answered ? VERDICTS[which] : "no answer");
  const kind = (which) => (!item.answered || which === "fail" ? "failed" : which === "pass" ? "passed" : "undecided");
  const loose = make("span", "", badge(kind(each.loose), verdict(each.loose)));
  if (each.view && each.strict === "fail" && each.loose === "pass") loose.append(make("span", "view", "read as ", name(each.view, "code")));
  const found = make("span", "", each.message);
  if (each.margin !== null) found.append(make("span", "quiet margin", ` margin ${each.margin}`));
  if (each.spans > each.evidence.length) found.append(make("span", "quiet", ` the first ${each.evidence.length} of ${each.spans} passages are marked`));
  const label = make("span", "", qualified(each.constraint));
  if (!each.required) label.append(make("span", "should", "should"));
  if (each.role) label.append(make("span", "view", name(each.role)));
  const cells = [pick, label, name(each.expected), name(each.measured), badge(kind(each.strict), verdict(each.strict)), loose, found, qualified(each.source, "code")].slice(0, titles.length);
  const row = make("tr", view.picked === index ? "picked" : "", ...cells.map((inside, place) => {
    const cell = make("td", "", inside);
    cell.dataset.title = titles[place];
    return cell;
  }));
  row.dataset.row = index;
  return row;
}
