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

/**
 * A form over some fields; a file field gives its file to `send` apart. Where `send` tells how it went, the form
 * takes nothing more meanwhile, and is empty again after it went well.
 */
export function showForm(
  fields: Field[],
  submit: string,
  send: (typed: Typed, file: File | undefined) => Promise<boolean> | undefined,
): TemplateResult {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (form.ariaBusy === 'true') return;
    const entries = [...new FormData(form)];
    const typed = entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    );
    const file = entries.map(([, value]) => value).find((value) => value instanceof File);
    void rest(form, send(Object.fromEntries(typed), file));
  };
  return html`<form @submit=${onSubmit}>
    ${fields.map(showField)}
    <button type="submit" class="main">${submit}</button>
  </form>`;
}

async function rest(form: HTMLFormElement, sending: Promise<boolean> | undefined): Promise<void> {
  if (sending === undefined) return;
  const button = form.querySelector('button')!;
  form.ariaBusy = 'true';
  button.disabled = true;
  if (await sending) form.reset();
  form.ariaBusy = null;
  button.disabled = false;
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
