import { html, nothing, type TemplateResult } from 'lit-html';
import type { ItemOf, ListId } from '../../../sdk/src/index.ts';
import type { PageContext } from '../page.ts';
import { Loaded } from './loaded.ts';

const PAGE = 20;

export interface Column<Item> {
  title: string;
  of(item: Item): unknown;
}

export interface ListOptions<Id extends ListId> {
  operation: Id;
  /** The field of the answer that holds the items. */
  items: string;
  columns: Column<ItemOf<Id>>[];
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** What to say when there is nothing. */
  empty: string | (() => string);
}

interface Page<Item> {
  items: Item[];
  total: number;
}

/** A list of the API, a page at a time. */
export class List<Id extends ListId> {
  readonly #context: PageContext;
  readonly #options: ListOptions<Id>;
  readonly #page: Loaded<Page<ItemOf<Id>>>;
  #offset = 0;
  #query: Record<string, unknown>;

  constructor(context: PageContext, options: ListOptions<Id>) {
    this.#context = context;
    this.#options = options;
    this.#query = options.query ?? {};
    this.#page = new Loaded(context, () => this.#read());
  }

  refresh(): Promise<void> {
    return this.#page.refresh();
  }

  /** Shows the first page of what matches. */
  filter(query: Record<string, unknown>): void {
    this.#query = query;
    this.#offset = 0;
    void this.refresh();
  }

  async #read(): Promise<Page<ItemOf<Id>>> {
    const { operation, items, params } = this.#options;
    const call = this.#context.trivium.api[operation] as (input: object) => Promise<Record<string, unknown>>;
    const answer = await call({
      params,
      query: { ...this.#query, limit: PAGE, offset: this.#offset },
      signal: this.#context.signal,
    });
    return { items: answer[items] as ItemOf<Id>[], total: answer.total as number };
  }

  show(): TemplateResult {
    const { empty } = this.#options;
    return this.#page.show(({ items, total }) =>
      total === 0
        ? html`<p class="quiet">${typeof empty === 'string' ? empty : empty()}</p>`
        : html`${this.#showTable(items)} ${this.#showPaging(total)}`,
    );
  }

  #showTable(items: ItemOf<Id>[]): TemplateResult {
    const { columns } = this.#options;
    return html`<div class="table">
      <table>
        <thead>
          <tr>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr>
        </thead>
        <tbody>
          ${items.map((item) => html`<tr>${columns.map(({ of }) => html`<td>${of(item) ?? nothing}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>`;
  }

  #showPaging(total: number): TemplateResult {
    const move = (by: number) => () => {
      this.#offset = Math.max(this.#offset + by, 0);
      void this.refresh();
    };
    const last = Math.min(this.#offset + PAGE, total);
    return html`<p class="paging">
      ${this.#offset + 1} to ${last} of ${total}
      <button type="button" ?disabled=${this.#offset === 0} @click=${move(-PAGE)}>Previous</button>
      <button type="button" ?disabled=${last >= total} @click=${move(PAGE)}>Next</button>
      <button type="button" @click=${() => this.refresh()}>Refresh</button>
    </p>`;
  }
}
