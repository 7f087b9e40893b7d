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

  /** Does it, and keeps what it says or what went wrong. */
  async run(label: string, run: () => Promise<unknown>): Promise<void> {
    this.#busy = label;
    this.#context.redraw();
    try {
      const said = await run();
      this.#outcome = html`<p class="done" role="status">${said === undefined ? `${label}: done.` : said}</p>`;
    } catch (error) {
      this.#outcome = showProblem(error);
    }
    this.#busy = undefined;
    this.#context.redraw();
  }

  show(): TemplateResult {
    return this.#outcome;
  }
}
