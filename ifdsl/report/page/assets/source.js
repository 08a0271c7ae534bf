// Takes what is looked for; gives the items that belong to it, from this file or from the server that sent the page.

const NAMES = ["constraint", "group", "status", "pattern", "level", "language", "kind"];

// An item of which only the named requirements count, as `ifdsl.report.filtering.matches` decides it too.
function matches(item, filters) {
  const is = (found) => !filters.verdict || found === filters.verdict || (filters.verdict === "failed" && found === "rescued");
  if (filters.prompt && item.id !== filters.prompt) return false;
  if (filters.conversation && item.conversation !== filters.conversation) return false;
  if (filters.status && item.status !== filters.status) return false;
  for (const facet of ["pattern", "level", "language", "kind"]) {
    if (filters[facet] && item[facet] !== filters[facet]) return false;
  }
  if (filters.constraint || filters.group) {
    const named = item.requirements.filter(
      (each) => (!filters.constraint || each.constraint === filters.constraint) && (!filters.group || each.group === filters.group),
    );
    if (!named.some((each) => is(each.outcome))) return false;
  } else if (!is(item.outcome)) return false;
  if (!filters.text) return true;
  const wanted = filters.text.toLowerCase();
  const texts = [item.id, ...item.messages.map((message) => message.content.text)];
  if (item.response) texts.push(item.response.text.text);
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

// Both give a page of items and how many there are in all.
function fromFile(items) {
  return async (offset, limit, filters) => {
    const found = items.filter((item) => item.run === Number(filters.run || 0) && matches(item, filters));
    return { items: found.slice(offset, offset + limit), total: found.length };
  };
}

async function fromServer(offset, limit, filters) {
  const wanted = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams([["offset", offset], ["limit", limit], ...wanted]);
  const answer = await fetch(`items?${query}`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}
