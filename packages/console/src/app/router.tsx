import { type ComponentType, lazy, useMemo, useSyncExternalStore } from 'react';

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

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The address behind `#/`, with its search. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.hash.replace(/^#?\/?/, ''));
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
    const named = pattern.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at]!]] : []));
    return { route, params: Object.fromEntries(named) as Record<string, string> };
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

export function navigate(href: string, { replace = false } = {}): void {
  if (!replace) {
    location.hash = href;
    return;
  }
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Filters that live in the address, so that they survive reload, back and a new tab. */
export function useFilters(search: URLSearchParams): [Search, (change: Search) => void] {
  const filters: Search = Object.fromEntries(search);
  const change = (changed: Search) => {
    const [path] = location.hash.split('?', 1);
    navigate(withSearch(path!, { ...filters, ...changed }), { replace: true });
  };
  return [filters, change];
}
