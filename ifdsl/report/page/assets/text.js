// Takes text that nobody vouches for, and spans of it in UTF-16 units; gives elements in which nothing acts or hides.

// Whatever cannot be seen, or changes what else is seen. Line feeds and tabs are dealt with by themselves.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;
const BLANK = /\p{Zs}/u;
// An emoji may be built with invisible parts, which belong to its look.
const EMOJI = /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*|[0-9#*]\uFE0F?\u20E3/u;
// More marks on one letter than any script needs would be drawn over the lines around it.
const HEAP = /(?<=\p{M}{4})\p{M}/u;
const PART = new RegExp(`(${EMOJI.source})|(${HIDDEN.source}|${HEAP.source})|(${BLANK.source})`, "gu");
const COLOURS = 8;
const MOST_NUMBERED = 20;

// INVARIANT: every text reaches the page through here, as text nodes with what is hidden written out.
function make(tag, name, ...inside) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const each of inside) element.append(...(typeof each === "string" ? written(each) : each === null ? [] : [each]));
  return element;
}

function code(char) {
  return "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

// The text in pieces: strings, and [name of a class, string] for what is shown in another form.
function pieces(text, whitespace) {
  const found = [];
  let from = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, emoji, hidden] = match;
    let piece = null;
    if (emoji) continue;
    if (hidden) piece = whole === "\t" ? (whitespace ? ["blank", "→\t"] : null) : ["escape", code(whole)];
    else if (whitespace) piece = whole === " " ? ["blank", "·"] : ["escape", code(whole)];
    if (piece === null) continue;
    found.push(text.slice(from, match.index), piece);
    from = match.index + whole.length;
  }
  found.push(text.slice(from));
  return found.filter((each) => each !== "");
}

function written(text, whitespace = false) {
  return pieces(text, whitespace).flatMap((piece) => {
    if (typeof piece === "string") return [document.createTextNode(piece)];
    // A line may be broken at a blank, whatever is shown for it.
    return piece[0] === "blank" ? [make("span", ...piece), make("wbr")] : [make("span", ...piece)];
  });
}

// For places that hold text alone, such as a title.
function plain(text) {
  return pieces(text, false).map((piece) => (typeof piece === "string" ? piece : `[${piece[1]}]`)).join("");
}

// A text on one line, its bidirectional order its own matter.
function name(text, tag = "bdi") {
  return make(tag, "", text);
}

function colour(index) {
  return `c${index % COLOURS}`;
}

// A qualified name, which may be broken where its words join.
function qualified(text, tag = "b") {
  const element = make(tag);
  for (const part of text.split(/(?<=[.:_/])/)) element.append(...written(part), make("wbr"));
  return element;
}

// A mark is {start, end, index, role, label, order}: `index` is that of its demand, `order` counts the spans of it and `of` is how many.
function marked(inside, mark, first) {
  const element = make("mark", `m ${colour(mark.index)} ${mark.role}${mark.of > MOST_NUMBERED ? " many" : ""}`, ...inside);
  const shown = first ? tag(mark) : "";
  if (shown) element.dataset.tag = shown;
  element.dataset.index = mark.index;
  element.title = plain(`${mark.index + 1}: ${mark.role}${mark.label ? ` (${mark.label})` : ""}`);
  return element;
}

// What is counted has its number too; of many, every tenth.
function tag(mark) {
  if (mark.role !== "counted") return `${mark.index + 1}`;
  const count = mark.order + 1;
  return mark.of <= MOST_NUMBERED || count === 1 || count % 10 === 0 ? `${mark.index + 1}·${count}` : "";
}

// Lines of `text`, each with its number and, in the gutter, the demands that miss something there.
function lined(text, marks, whitespace) {
  const spans = marks.filter((mark) => mark.role !== "missing" && mark.end > mark.start);
  const points = marks.filter((mark) => mark.role === "missing" || mark.end <= mark.start);
  const lines = make("div", "lines");
  let start = 0;
  text.split("\n").forEach((words, number, all) => {
    const last = number === all.length - 1;
    const end = start + words.length + (last ? 0 : 1);
    const here = points.filter((point) => point.start >= start && (point.start < end || last));
    lines.append(line(text, start, end, number + 1, spans, here, whitespace));
    start = end;
  });
  return lines;
}

function line(text, start, end, number, spans, points, whitespace) {
  const within = spans.filter((span) => span.start < end && span.end > start);
  const cuts = new Set([start, end]);
  for (const span of within) cuts.add(Math.max(start, span.start)).add(Math.min(end, span.end));
  for (const point of points) cuts.add(Math.min(end, point.start));
  const bounds = [...cuts].sort((one, other) => one - other);
  const body = make("span", "words");
  body.dir = "auto";
  bounds.forEach((at, place) => {
    for (const point of points) if (Math.min(end, point.start) === at) body.append(missing(point));
    const until = bounds[place + 1];
    if (until !== undefined) body.append(...segment(text.slice(at, until), at, within, whitespace));
  });
  const gutter = make("span", points.length ? "gutter lacking" : "gutter");
  for (const index of new Set(points.map((point) => point.index))) {
    const flag = make("span", `flag ${colour(index)}`, `⌃${index + 1}`);
    flag.title = `demand ${index + 1} misses something on line ${number}`;
    gutter.append(flag);
  }
  const count = make("span", "number", String(number));
  count.setAttribute("aria-hidden", "true");
  gutter.append(count);
  return make("div", "line", gutter, body);
}

// One stretch of text that the same spans cover, wrapped once for each of them.
function segment(text, at, spans, whitespace) {
  const covering = spans.filter((span) => span.start <= at && span.end >= at + text.length);
  // A line end shows where it is part of what is marked, or else a span of nothing but line ends would not.
  const ended = text.endsWith("\n");
  const body = written(ended ? text.slice(0, -1) : text, whitespace);
  if (ended && (whitespace || (covering.length && text === "\n"))) body.push(make("span", "blank", "¶"));
  if (!body.length) return [];
  return covering.reduce((inside, span) => [marked(inside, span, span.start === at)], body);
}

function missing(point) {
  const element = make("span", `missing ${colour(point.index)}`, `⌃${point.index + 1}`);
  element.title = plain(`demand ${point.index + 1}: missing here${point.label ? ` (${point.label})` : ""}`);
  return element;
}
