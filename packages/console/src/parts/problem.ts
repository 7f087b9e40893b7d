import { html, type TemplateResult } from 'lit-html';
import { TriviumError } from '../../../sdk/src/index.ts';

/** What went wrong, with the page that explains it. */
export function showProblem(error: unknown): TemplateResult {
  const message = error instanceof Error ? error.message : String(error);
  const page = error instanceof TriviumError ? error.docUrl : undefined;
  return html`<p class="problem" role="alert">
    ${message} ${page === undefined ? '' : html`<a href=${page} target="_blank">What this means</a>`}
  </p>`;
}
