import { html, type TemplateResult } from 'lit-html';

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'url' | 'file' | 'search';
  hint?: string;
  value?: string;
  required?: boolean;
  /** To choose from. */
  options?: string[];
}

/** What was typed, by field. Empty ones are left out. */
export type Typed = Record<string, string>;

/** A form over some fields; a file field gives its file to `send` apart. */
export function showForm(
  fields: Field[],
  submit: string,
  send: (typed: Typed, file: File | undefined) => void,
): TemplateResult {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget as HTMLFormElement)];
    const typed = entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    );
    const file = entries.map(([, value]) => value).find((value) => value instanceof File);
    send(Object.fromEntries(typed), file);
  };
  return html`<form @submit=${onSubmit}>
    ${fields.map(showField)}
    <button type="submit" class="main">${submit}</button>
  </form>`;
}

function showField({
  name,
  label,
  type = 'text',
  hint,
  value = '',
  required = false,
  options,
}: Field): TemplateResult {
  const input =
    options === undefined
      ? html`<input name=${name} type=${type} .value=${type === 'file' ? '' : value} placeholder=${hint ?? ''} ?required=${required} autocomplete="off" />`
      : html`<select name=${name}>
          ${options.map((option) => html`<option ?selected=${option === value}>${option}</option>`)}
        </select>`;
  return html`<label>${label} ${input}</label>`;
}
