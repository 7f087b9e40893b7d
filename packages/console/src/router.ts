import { html, render, type TemplateResult } from 'lit-html';
import type { Trivium } from '../../sdk/src/index.ts';
import type { OpenPage } from './page.ts';

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
    const { open, params } = this.#find(path.split('/').map(decodeURIComponent));
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
    draw = open({ trivium: this.#trivium, params, query: new URLSearchParams(search), signal, redraw });
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
