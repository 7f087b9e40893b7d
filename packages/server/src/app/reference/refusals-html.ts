import { textOf } from './html.ts';
import { type Answer, type ApiDocument, nameIn, type Operation, operationsOf } from './openapi-document.ts';

interface Refusal {
  status: string;
  code: string;
  meaning: string;
}

export function isRefusal({ content = {} }: Answer): boolean {
  return Object.values(content).some(({ schema }) => schema.$ref === '#/components/schemas/Error');
}

/** A row for each error that is specific to this operation; then one line with the errors that most operations have. */
export function refusalsOf(document: ApiDocument, operation: Operation): string {
  const common = commonCodes(document);
  const all = listRefusals(document, operation);
  const own = all.filter(({ code }) => !common.has(code));
  const rows = own.map(
    ({ status, code, meaning }) =>
      `<dt><code>${status}</code> ${linkTo(code)}</dt><dd><p>${textOf(meaning)}</p></dd>`,
  );
  const rest = all
    .filter(({ code }) => common.has(code))
    .map(({ status, code }) => `${linkTo(code)} (${status})`);
  const list = rows.length === 0 ? '' : `<dl class="fields">${rows.join('\n')}</dl>`;
  return `<h3>Errors</h3>${list}<p class="common">${own.length === 0 ? 'As' : 'Also, as'} most operations: ${rest.join(', ')}.</p>`;
}

function linkTo(code: string): string {
  return `<a href="/docs/errors/${code}"><code>${code}</code></a>`;
}

function listRefusals({ components }: ApiDocument, { responses }: Operation): Refusal[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const known = '$ref' in answer ? components.responses[nameIn(answer.$ref)] : answer;
    if (known === undefined || !isRefusal(known)) return [];
    const lines = [...known.description.matchAll(/^`(\w+)`: (.+)$/gm)];
    return lines.map(([, code = '', meaning = '']) => ({ status, code, meaning }));
  });
}

const known = new WeakMap<ApiDocument, Set<string>>();

/** Codes that at least a third of all operations have: readers who know the API know them. */
function commonCodes(document: ApiDocument): Set<string> {
  const before = known.get(document);
  if (before !== undefined) return before;
  const operations = operationsOf(document);
  const codes = operations.flatMap((it) => listRefusals(document, it).map(({ code }) => code));
  const counted = [...Map.groupBy(codes, (code) => code)];
  const common = new Set(
    counted.filter(([, all]) => all.length >= operations.length / 3).map(([code]) => code),
  );
  known.set(document, common);
  return common;
}
