import { html, type TemplateResult } from 'lit-html';
import type { PageContext } from '../page.ts';
import { showProblem } from './problem.ts';

/** Buttons that do something on the service, and what came of the last one. */
export class Actions {
  readonly #context: PageContext;
  #busy: string | undefined;
  #outcome: TemplateResult = html``;

  constructor(context: PageContext) {
    this.#context = context;
  }

  /** A button; with `question`, one that asks before it acts. */
  button(label: string, run: () => Promise<unknown>, question?: string): TemplateResult {
    const click = () => {
      if (question === undefined || confirm(question)) void this.run(label, run);
    };
    return html`<button type="button" ?disabled=${this.#busy === label} @click=${click}>${label}</button>`;
  }

  /** Does it, once at a time, and keeps what it says or what went wrong. True when it went well. */
  async run(label: string, run: () => Promise<unknown>): Promise<boolean> {
    if (this.#busy === label) return false;
    this.#busy = label;
    let isDone = false;
    this.#context.redraw();
    try {
      const said = await run();
      isDone = true;
      this.#context.changed();
      this.#outcome = html`<p class="done" role="status">${said === undefined ? `${label}: done.` : said}</p>`;
    } catch (error) {
      this.#outcome = showProblem(error);
    }
    this.#busy = undefined;
    this.#context.redraw();
    return isDone;
  }

  show(): TemplateResult {
    return this.#outcome;
  }
}
