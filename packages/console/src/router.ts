import { html, render, type TemplateResult } from 'lit-html';
import type { Trivium } from '../../sdk/src/index.ts';
import type { OpenPage } from './page.ts';

/** When to look again after a change, in milliseconds: what it set going may take its time. */
const LOOK_AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Pages by the pattern of their address behind `#`; `:name` takes any part. */
export type Pages = Record<string, OpenPage>;

/** Shows the page that the address names, and the next one whenever it changes. */
export class Router {
  readonly #pages: [parts: string[], open: OpenPage][];
  readonly #place: HTMLElement;
  readonly #trivium: Trivium;
  #leaving = new AbortController();

  constructor(pages: Pages, place: HTMLElement, trivium: Trivium) {
    this.#pages = Object.entries(pages).map(([pattern, open]) => [pattern.split('/'), open]);
    this.#place = place;
    this.#trivium = trivium;
  }

  show(address: string): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const [path = '', search = ''] = address.replace(/^#?\/?/, '').split('?');
    const { open, params } = this.#find(path.split('/').map(decode));
    let draw = (): TemplateResult => html``;
    let isAsked = false;
    const redraw = () => {
      if (isAsked) return;
      isAsked = true;
      queueMicrotask(() => {
        isAsked = false;
        if (signal.aborted) return;
        render(draw(), this.#place);
        document.title = `${this.#place.querySelector('h1')?.textContent ?? 'Console'} · Trivium`;
      });
    };
    const query = new URLSearchParams(search);
    draw = open({ trivium: this.#trivium, params, query, signal, redraw, ...followChanges(signal) });
    redraw();
  }

  #find(parts: string[]): { open: OpenPage; params: Record<string, string> } {
    for (const [pattern, open] of this.#pages) {
      if (pattern.length !== parts.length) continue;
      if (!pattern.every((part, i) => part.startsWith(':') || part === parts[i])) continue;
      const named = pattern.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), parts[i]!]] : []));
      return { open, params: Object.fromEntries(named) };
    }
    return { open: () => () => html`<h1>There is no such page</h1>`, params: {} };
  }
}

/** Reads everything that a page shows, at once after a change and then ever more rarely until the page is left. */
function followChanges(signal: AbortSignal) {
  const reads: (() => Promise<void>)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const look = async (round: number): Promise<void> => {
    await Promise.all(reads.map((read) => read()));
    const wait = LOOK_AGAIN_MS[round];
    if (wait === undefined || signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(round + 1), wait);
  };
  return {
    shows: (read: () => Promise<void>) => void reads.push(read),
    changed: () => void look(0),
  };
}

/** A part of an address; what is no valid escape stands for itself, and leads to no page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
