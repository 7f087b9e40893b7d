import { html, type TemplateResult } from 'lit-html';
import type { PageContext } from '../page.ts';
import { showProblem } from './problem.ts';

/** Something that is read from the service and shown once it is there. */
export class Loaded<T> {
  readonly #context: PageContext;
  readonly #read: () => Promise<T>;
  #value: T | undefined;
  #problem: unknown;

  constructor(context: PageContext, read: () => Promise<T>) {
    this.#context = context;
    this.#read = read;
    context.shows(() => this.refresh());
    void this.refresh();
  }

  get value(): T | undefined {
    return this.#value;
  }

  async refresh(): Promise<void> {
    try {
      this.#value = await this.#read();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = error;
    }
    this.#context.redraw();
  }

  /** Reads again and again until what was read is settled. */
  async follow(isSettled: (value: T) => boolean, everyMs = 1_000): Promise<void> {
    const { signal } = this.#context;
    while (!signal.aborted && (this.#value === undefined || !isSettled(this.#value))) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      if (!signal.aborted) await this.refresh();
      if (this.#problem !== undefined) return;
    }
  }

  show(view: (value: T) => TemplateResult): TemplateResult {
    if (this.#problem !== undefined) return showProblem(this.#problem);
    return this.#value === undefined ? html`<p class="quiet">Reading …</p>` : view(this.#value);
  }
}
