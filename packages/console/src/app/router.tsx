import { type ComponentType, lazy, useMemo, useSyncExternalStore } from 'react';
import { hasUnsaved } from '../parts/unsaved.tsx';

/** What a page is given: what its pattern leaves open, and what stands behind `?`. */
export interface PageProps {
  params: Record<string, string>;
  search: URLSearchParams;
}

export interface PageRoute {
  /** The address behind `#/`; `:name` takes any part. */
  path: string;
  /** The entry of the navigation that is marked. */
  section: string;
  page: ComponentType<PageProps>;
}

/** A page that is loaded when it is first opened: `page(() => import('…').then((m) => m.EventsPage))`. */
export function page(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  return lazy(async () => ({ default: await load() }));
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is shown. Another address waits while the page asks whether what was typed there may be lost. */
let shown = location.hash;
let waiting: string | undefined;
/** The page goes on by itself, such as after it saved. */
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
  if (mayLeave(hash)) return show(hash);
  // By Back, or typed: the address goes on naming what is shown.
  history.replaceState(null, '', shown === '' ? '#/' : shown);
  ask(hash);
});

// A link is stopped before it changes the address, so that Back still leads where it did.
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

/** The address that waits for an answer; undefined: none. */
export function useWaiting(): string | undefined {
  return useSyncExternalStore(subscribe, () => waiting);
}

/** What was typed may be lost, or is kept. */
export function answerWaiting(leaves: boolean): void {
  const hash = waiting;
  show(shown);
  if (leaves && hash !== undefined) navigate(hash);
}

/** The address behind `#/`, with its search. */
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

/** A part of an address; what is no valid escape stands for itself, and leads to no page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Search = Record<string, string | undefined>;

/** An address of the console, its parts escaped: ``to`events/${id}` `` . */
export function to(texts: TemplateStringsArray, ...values: string[]): string {
  return `#/${String.raw({ raw: texts }, ...values.map(encodeURIComponent))}`;
}

/** The address with a search; what is empty is left out. */
export function withSearch(href: string, search: Search): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? href : `${href}?${new URLSearchParams(given)}`;
}

/** Opens an address without asking, unless told to: a page that saved goes on. */
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
  history.replaceState(null, '', href);
  show(location.hash);
}

/** Filters that live in the address, so that they survive reload, back and a new tab. */
export function useFilters(search: URLSearchParams): [Search, (change: Search) => void] {
  return [Object.fromEntries(search), changeFilters];
}

/** What stands in the address now is changed, so that two changes at once are both kept. */
function changeFilters(changed: Search): void {
  const [path = '', search] = location.hash.split('?', 2);
  const filters = Object.fromEntries(new URLSearchParams(search));
  navigate(withSearch(path, { ...filters, ...changed }), { replace: true });
}
