import { make } from './make.js';
import { find, searchIndex } from './search-index.js';

let searching;

/** The index is loaded at the first search. */
async function loadSearch() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('/docs/browser/minisearch.js'),
    fetch('/docs/search.json'),
  ]);
  const index = new MiniSearch(searchIndex);
  index.addAll(await answer.json());
  return index;
}

const results = make('ul', { className: 'results' });
const status = make('p', { className: 'away', role: 'status' });
const field = make('input', {
  type: 'search',
  placeholder: 'Operations, guides, errors, events, settings, limits',
  ariaLabel: 'Search the documentation',
  autocomplete: 'off',
});
const dialog = make('dialog', { className: 'finder', ariaLabel: 'Search' }, field, status, results);

function showResult({ kind, title, place, href, excerpt }) {
  const link = make(
    'a',
    { href },
    make('b', {}, title),
    ' ',
    make('small', {}, `${kind}${place ? ` · ${place}` : ''}`),
    ...(excerpt === '' ? [] : [make('span', {}, excerpt)]),
  );
  // A link to a part of this page does not reload it, so the dialog has to be closed.
  link.addEventListener('click', () => dialog.close());
  return make('li', {}, link);
}

async function search() {
  searching ??= loadSearch().catch((error) => {
    searching = undefined;
    throw error;
  });
  const index = await searching;
  const found = find(index, field.value);
  results.replaceChildren(...found.map(showResult));
  const none = found.length === 0 ? 'Nothing fits.' : `${found.length} results`;
  status.textContent = field.value.trim() === '' ? '' : none;
  status.classList.toggle('away', found.length > 0 || field.value.trim() === '');
}

/** The arrow keys move from the field through the results, and back to the field. */
function moveInResults(event) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [field, ...results.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  stops[(at + stops.length) % stops.length].focus();
}

function openSearch() {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  void search();
}

export function startSearch() {
  document.body.append(dialog);
  field.addEventListener('input', search);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') results.querySelector('a')?.click();
  });
  dialog.addEventListener('keydown', moveInResults);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  for (const button of document.querySelectorAll('button.search')) {
    button.hidden = false;
    button.addEventListener('click', openSearch);
  }
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    const isAsked =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isAsked) return;
    event.preventDefault();
    openSearch();
  });
}
