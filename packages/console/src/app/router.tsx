import { type ComponentType, lazy, useMemo, useSyncExternalStore } from 'react';
import { hasUnsaved } from '../parts/unsaved.tsx';
import { arrive } from './kept-scroll.ts';

/** Props of a page: path parameters, and the search after `?`. */
export interface PageProps {
  params: Record<string, string>;
  search: URLSearchParams;
}

export interface PageRoute {
  /** The address after `#/`; `:name` matches any segment. */
  path: string;
  /** The navigation entry to highlight. */
  section: string;
  page: ComponentType<PageProps>;
}

/** A page that is loaded on first use: `page(() => import('…').then((m) => m.EventsPage))`. */
export function page(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  return lazy(async () => ({ default: await load() }));
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current address. A new one waits while the page asks whether to discard unsaved input. */
let shown = location.hash;
let waiting: string | undefined;
/** The page navigates on its own, for example after saving. */
let isSure = false;

function show(hash: string): void {
  [shown, waiting, isSure] = [hash, undefined, false];
  for (const listener of listeners) listener();
}

function ask(hash: string): void {
  waiting = hash;
  for (const listener of listeners) listener();
}

function mayLeave(hash: string): boolean {
  return isSure || !hasUnsaved() || pathOf(hash) === pathOf(shown);
}

addEventListener('hashchange', () => {
  const { hash } = location;
  if (mayLeave(hash)) {
    arrive();
    return show(hash);
  }
  // After Back or a typed address: restores the address of what is shown.
  history.replaceState(null, '', shown === '' ? '#/' : shown);
  ask(hash);
});

// Links are intercepted before they change the address, so that Back still works.
addEventListener(
  'click',
  (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    const isElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link?.target;
    if (link === null || isElsewhere || mayLeave(link.hash)) return;
    event.preventDefault();
    ask(link.hash);
  },
  { capture: true },
);

/** The address waiting for an answer; undefined for none. */
export function useWaiting(): string | undefined {
  return useSyncExternalStore(subscribe, () => waiting);
}

/** Discards the unsaved input, or stays. */
export function answerWaiting(leaves: boolean): void {
  const hash = waiting;
  show(shown);
  if (leaves && hash !== undefined) navigate(hash);
}

/** The address after `#/`, with its search. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => shown.replace(/^#?\/?/, ''));
}

function pathOf(hash: string): string {
  const [path = ''] = hash.replace(/^#?\/?/, '').split('?', 1);
  return path;
}

export interface Match extends PageProps {
  route: PageRoute | undefined;
  path: string;
}

export function useMatch(routes: readonly PageRoute[]): Match {
  const address = useAddress();
  return useMemo(() => {
    const [path = '', search = ''] = address.split('?', 2);
    const parts = path.split('/').map(decode);
    const found = find(routes, parts);
    return { route: found?.route, params: found?.params ?? {}, path, search: new URLSearchParams(search) };
  }, [address, routes]);
}

function find(routes: readonly PageRoute[], parts: string[]) {
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, at) => part.startsWith(':') || part === parts[at])) continue;
    const params: Record<string, string> = {};
    for (const [at, part] of parts.entries()) {
      const name = pattern[at];
      if (name?.startsWith(':')) params[name.slice(1)] = part;
    }
    return { route, params };
  }
  return undefined;
}

/** Decodes a segment; an invalid escape stays as it is, and matches no page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Search = Record<string, string | undefined>;

/** A console address with escaped segments: ``to`events/${id}` `` . */
export function to(texts: TemplateStringsArray, ...values: string[]): string {
  return `#/${String.raw({ raw: texts }, ...values.map(encodeURIComponent))}`;
}

/** The address with a search, leaving out empty values. */
export function withSearch(href: string, search: Search): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? href : `${href}?${new URLSearchParams(given)}`;
}

/** Navigates without asking about unsaved input, unless told to: a page that saved moves on. */
export function navigate(href: string, { replace = false, asks = false } = {}): void {
  if (asks && !mayLeave(href)) {
    ask(href);
    return;
  }
  if (!replace) {
    isSure = location.hash !== href;
    location.hash = href;
    return;
  }
  history.replaceState(history.state, '', href);
  show(location.hash);
}

/** Filters kept in the address, so that they survive reload, Back and opening in a new tab. */
export function useFilters(search: URLSearchParams): [Search, (change: Search) => void] {
  return [Object.fromEntries(search), changeFilters];
}

/** Reads the current address, so that of two changes at once both are kept. */
function changeFilters(changed: Search): void {
  const [path = '', search] = location.hash.split('?', 2);
  const filters = Object.fromEntries(new URLSearchParams(search));
  navigate(withSearch(path, { ...filters, ...changed }), { replace: true });
}
