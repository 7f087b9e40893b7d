import { html, nothing, type TemplateResult } from 'lit-html';
import { json } from './format.ts';

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** A record's fields that have a value: short ones in a list, those with a shape of their own as JSON. */
export function showRecord(record: object): TemplateResult {
  const fields = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return html`<dl>
    ${fields.map(
      ([name, value]) => html`<dt>${name}</dt>
        <dd>${isPlain(value) ? String(value) : isEmpty(value) ? nothing : isPlainList(value) ? value.join(', ') : json(value)}</dd>`,
    )}
  </dl>`;
}

function isPlainList(value: object): value is unknown[] {
  return Array.isArray(value) && value.every(isPlain);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
