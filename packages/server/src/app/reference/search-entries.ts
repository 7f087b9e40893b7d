import { anchorOf } from './html.ts';
import { type ApiDocument, operationAddress, operationsOf } from './openapi-document.ts';
import type { ReferencePage } from './reference-page.ts';
import type { Document } from './render-page.ts';
import { schemaAreas } from './schema-places.ts';
import { searchTermsOf } from './search-words.ts';

/** An entry of the pages' search index. */
export interface SearchEntry {
  id: number;
  /** `Operation`, `Guide`, `Runbook`, `Error` and so on. */
  kind: string;
  title: string;
  /** Shown next to the title: method and path, or the guide that a part belongs to. */
  place: string;
  text: string;
  /** For an operation: its name in the SDK. */
  name: string;
  /** Other names for it, in the words of other services. */
  words: string;
  href: string;
}

/**
 * How much of a text is indexed. More for guides: the words that people search for are rarely in the first lines of a
 * part.
 */
const MAX_TEXT = 300;
const MAX_GUIDE_TEXT = 5_000;

const kinds: Record<string, string> = {
  errors: 'Error',
  events: 'Event',
  settings: 'Setting',
  limits: 'Limit',
};

/** Operations, parts of guides, errors, events, settings, limits and schemas. */
export function searchEntries(
  document: ApiDocument,
  pages: readonly ReferencePage[],
  guides: ReadonlyMap<string, Document>,
): SearchEntry[] {
  const entries = [
    ...operationEntries(document),
    ...guideEntries(guides),
    ...pages.flatMap(pageEntries),
    ...schemaEntries(document),
  ];
  return entries.map((entry, id) => {
    const most = entry.href.startsWith('/docs/guides/') ? MAX_GUIDE_TEXT : MAX_TEXT;
    const words = entry.kind === 'Schema' ? '' : searchTermsOf(entry.title);
    return { id, name: '', ...entry, words, text: plain(entry.text).slice(0, most) };
  });
}

type Entry = Omit<SearchEntry, 'id' | 'name' | 'words'> & { name?: string };

function operationEntries(document: ApiDocument): Entry[] {
  return operationsOf(document).map((operation) => ({
    kind: 'Operation',
    title: operation.summary,
    place: `${operation.method} ${operation.path}`,
    name: operation.operationId,
    text: operation.description,
    href: operationAddress(operation),
  }));
}

/** Each part of a guide, by its heading. A runbook is one entry, because all runbooks have the same headings. */
function guideEntries(guides: ReadonlyMap<string, Document>): Entry[] {
  return [...guides].flatMap(([name, { title, text }]) => {
    const isRunbook = name.startsWith('runbooks/');
    return (isRunbook ? [text] : text.split(/^(?=## )/m)).map((part) => {
      const heading = isRunbook ? undefined : /^## (.+)/.exec(part)?.[1];
      const rest = part.replace(/^##.+\n/, '').replaceAll(/^```[\s\S]*?^```/gm, '');
      const anchor = heading === undefined ? '' : `#${anchorOf(heading)}`;
      return {
        kind: isRunbook ? 'Runbook' : 'Guide',
        title: plain(heading ?? title),
        place: heading === undefined ? '' : title,
        text: rest,
        href: `/docs/guides/${name}${anchor}`,
      };
    });
  });
}

function pageEntries({ path, title, text }: ReferencePage): Entry[] {
  const kind = kinds[path.split('/')[0] ?? ''];
  // The lists themselves are linked in the header of each page.
  if (kind === undefined || !path.includes('/')) return [];
  // People search for an error by its status as often as by its code.
  const [, status = ''] = /^\*\*(Status \d+)\.\*\*/m.exec(text) ?? [];
  return [{ kind, title: plain(title), place: status, text, href: `/docs/${path}` }];
}

/** Each with the names of its fields: often a field is all that somebody knows of it. */
function schemaEntries(document: ApiDocument): Entry[] {
  return schemaAreas(document).flatMap(({ address, schemas }) =>
    schemas.map(([name, { description = '', properties = {} }]) => ({
      kind: 'Schema',
      title: name,
      place: '',
      text: [description, ...Object.keys(properties)].join(' '),
      href: `${address}#${name}`,
    })),
  );
}

/** Markdown without its markup. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^#+ |^-+ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
