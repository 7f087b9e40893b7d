// The search of the pages: which entries it finds, and in which order.

/** Words of questions, and words that occur everywhere. */
const emptyWords = new Set(
  'a an and are as be by can do does for from how i in is it my of on or our should that the to use using want what when where which why with you your'.split(
    ' ',
  ),
);

/** Entries that people want most often come before others with the same words. */
const weights = {
  Operation: 1.3,
  Guide: 1.3,
  Error: 1,
  Event: 0.9,
  Setting: 0.7,
  Runbook: 0.6,
  Limit: 0.6,
  Schema: 0.4,
};
const SELDOM_READ = /\/guides\/(?:deploy\/proved|dependencies|terms|releases)/;

export const searchIndex = {
  fields: ['title', 'place', 'name', 'words', 'text'],
  storeFields: ['kind', 'title', 'place', 'name', 'text', 'href'],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return emptyWords.has(word) ? null : word;
  },
  searchOptions: {
    boost: { title: 4, place: 2, name: 3, words: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.15 : false),
    boostDocument: (_id, _term, { kind, href }) => (weights[kind] ?? 1) * (SELDOM_READ.test(href) ? 0.3 : 1),
  },
};

const MAX_RESULTS = 30;
const EXCERPT_LENGTH = 140;

/** Entries that have all words, with exact titles first; if there are none, entries that have some of the words. */
export function find(index, query) {
  const all = index.search(query, { combineWith: 'AND' });
  const results = all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
  const wanted = query.trim().toLowerCase();
  const isExact = ({ kind, title, place, name }) =>
    kind !== 'Schema' && [title, place, name].some((one) => one.toLowerCase() === wanted);
  return [...results.filter(isExact), ...results.filter((one) => !isExact(one))]
    .slice(0, MAX_RESULTS)
    .map((one) => ({ ...one, excerpt: excerptOf(one) }));
}

/** The place in a guide or runbook that has the words, because its title alone often does not help. */
function excerptOf({ kind, text, terms }) {
  if (kind !== 'Guide' && kind !== 'Runbook') return '';
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first < 40 ? 0 : lower.indexOf(' ', first - 40) + 1;
  const end =
    text.length - from <= EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', from + EXCERPT_LENGTH);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
