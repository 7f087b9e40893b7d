import { make } from './make.js';

/** An API key that the reader typed in, kept while the page is open. Without it, the session of the console is used. */
let typedKey = '';

async function ask(method, address, { body, type } = {}) {
  const headers = typedKey === '' ? { 'X-Trivium-Session': 'docs' } : { Authorization: `Bearer ${typedKey}` };
  if (type !== undefined) headers['Content-Type'] = type;
  return fetch(address, { method, headers, body, credentials: typedKey === '' ? 'same-origin' : 'omit' });
}

async function describeWhoAsks() {
  const answer = await ask('GET', '/v1/session').catch(() => undefined);
  if (answer === undefined) return 'The service does not answer.';
  if (!answer.ok) return 'You are not signed in to the console: sign in there, or type in a key.';
  const { key_name, environment, organization_name } = await answer.json();
  return `You ask as ${organization_name}, in ${environment}, with the key ${key_name}.`;
}

function textField(label, value, isRequired) {
  const input = make('input', { type: 'text', value: value ?? '', required: isRequired });
  return {
    input,
    row: make('label', {}, make('span', {}, label + (isRequired ? ' (required)' : '')), input),
  };
}

function fieldsOf({ fields, body, isFile, type }) {
  const inputs = fields.map(({ name, in: place, required, example }) => {
    // Ids of the example do not exist here: a request with them would only be refused.
    const value = place === 'path' || example === undefined ? '' : String(example);
    return { name, place, ...textField(name, value, required) };
  });
  const rows = inputs.map(({ row }) => row);
  if (isFile) {
    const input = make('input', { type: 'file', required: true });
    return {
      inputs,
      rows: [...rows, make('label', {}, make('span', {}, 'File'), input)],
      content: () => input.files[0],
      type,
    };
  }
  if (type === undefined) return { inputs, rows, content: () => undefined };
  const text = body === undefined ? '' : JSON.stringify(body, null, 2);
  const area = make('textarea', {
    value: text,
    rows: Math.min(text.split('\n').length + 1, 16),
    spellcheck: false,
  });
  return {
    inputs,
    rows: [...rows, make('label', {}, make('span', {}, 'Body'), area)],
    content: () => area.value.trim() || undefined,
    type,
  };
}

function addressOf(path, inputs) {
  const inPath = (name) => inputs.find((one) => one.name === name && one.place === 'path')?.input.value ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(inPath(name)));
  const query = new URLSearchParams();
  for (const { name, place, input } of inputs)
    if (place === 'query' && input.value !== '') query.set(name, input.value);
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Reads enough of an answer to show it; a stream would never end. */
async function readStart(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return '';
  const timer = setTimeout(() => reader.cancel(), 5_000);
  let text = '';
  for (let part = await reader.read(); !part.done && text.length < 100_000; part = await reader.read())
    text += part.value;
  clearTimeout(timer);
  void reader.cancel();
  return text;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A file is sent as it is; the form with options is for other clients. */
function typeOfContent(content, type) {
  if (content === undefined) return undefined;
  if (!(content instanceof File)) return type;
  if (type !== 'multipart/form-data') return type;
  return content.name.endsWith('.zip') ? 'application/zip' : content.type || 'application/octet-stream';
}

function buildForm(details) {
  const request = JSON.parse(details.dataset.request);
  const { inputs, rows, content, type } = fieldsOf(request);
  const who = make('p', { role: 'status' });
  const key = make('input', { type: 'password', value: typedKey, autocomplete: 'off' });
  const send = make('button', { type: 'submit' }, `Send ${request.method}`);
  const output = make('pre', { tabIndex: 0, hidden: true, role: 'region', ariaLabel: 'What was answered' });
  const told = make('p', { role: 'status' });
  const keyRow = make(
    'label',
    {},
    make('span', {}, 'API key (without one, the session of the console)'),
    key,
  );
  const form = make('form', {}, who, keyRow, ...rows, send, told, output);
  const tellWho = async () => (who.textContent = await describeWhoAsks());
  key.addEventListener('change', () => {
    typedKey = key.value.trim();
    void tellWho();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    typedKey = key.value.trim();
    told.textContent = 'Asking…';
    try {
      const body = content();
      const answer = await ask(request.method, addressOf(request.path, inputs), {
        body,
        type: typeOfContent(body, type),
      });
      const text = await readStart(answer);
      told.textContent = `${answer.status} ${answer.statusText}`;
      output.textContent = indented(text);
      output.hidden = text === '';
    } catch (error) {
      told.textContent = `No answer: ${error.message}`;
    }
  });
  details.append(form);
  void tellWho();
}

export function startTrying() {
  for (const details of document.querySelectorAll('details.try')) {
    details.addEventListener('toggle', () => {
      if (details.open && details.querySelector('form') === null) buildForm(details);
    });
  }
}
