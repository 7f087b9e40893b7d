import { readFileSync } from 'node:fs';
import type { OperationId, Trivium } from '../../../../sdk/src/index.ts';
import { type ApiInput, placeFields } from './api-fields.ts';
import { type ApiOperation, findOperation, readOperations } from './api-operations.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, parseExactly, readText, resolvePath } from './connect.ts';
import { print } from './print.ts';
import { printList } from './table.ts';

interface ApiOptions extends ClientOptions {
  field: string[];
  input?: string;
  idempotencyKey?: string;
  all?: boolean;
  list?: boolean;
}

const JSON_TYPE = 'application/json';

/** Calls one operation, and prints its answer. */
export async function callApi(
  first: string | undefined,
  path: string | undefined,
  options: ApiOptions,
): Promise<void> {
  if (options.list) return listOperations(first, options);
  if (first === undefined) {
    throw new CommandError('Name an operation, or a method and a path. `trivium api --list` shows all.');
  }
  const { operation, params, query } = findOperation(first, path);
  if (operation.isStream) {
    throw new CommandError('The answer of this route never ends. Follow events with `trivium events tail`.');
  }
  const placed = placeFields(options.field, operation);
  const input = { ...placed, params: { ...params, ...placed.params }, query: { ...query, ...placed.query } };
  const missing = operation.inPath.find((name) => input.params[name] === undefined);
  if (missing !== undefined) {
    throw new CommandError(`${operation.id} needs ${missing}: add -f ${missing}=<value>.`);
  }
  const trivium = connect(options);
  if (options.all) return printPages(trivium, operation, input, options);
  const answer = await askOnce(trivium, operation, input, options);
  if (typeof answer === 'string' && options.select === undefined) process.stdout.write(answer);
  else if (answer !== undefined) await print(options, answer, () => JSON.stringify(answer, null, 2));
}

async function listOperations(word: string | undefined, options: ApiOptions): Promise<void> {
  const wanted = word?.toLowerCase();
  const all = readOperations()
    .map(({ id, method, path, summary }) => ({ operation: id, method, path, summary }))
    .filter((one) => wanted === undefined || Object.values(one).join(' ').toLowerCase().includes(wanted));
  await printList(
    all,
    [
      { header: 'OPERATION', value: ({ operation }) => operation },
      { header: 'METHOD', value: ({ method }) => method },
      { header: 'PATH', value: ({ path }) => path, shrinks: true },
      { header: 'DOES', value: ({ summary }) => summary, shrinks: true },
    ],
    { ...options, empty: `No operation has ${word} in its name, path or summary.` },
  );
}

type AnyCall = (input: object) => Promise<unknown>;

async function askOnce(
  trivium: Trivium,
  operation: ApiOperation,
  { params, query, body: fields }: ApiInput,
  { input: file, idempotencyKey }: ApiOptions,
): Promise<unknown> {
  const { id, method, path, bodyTypes } = operation;
  const more = idempotencyKey === undefined ? {} : { idempotencyKey };
  const upload = bodyTypes.find((type) => type !== JSON_TYPE && !type.startsWith('multipart/'));
  if (upload !== undefined) {
    if (file === undefined) throw new CommandError(`${id} takes a file: add --input <file>.`);
    const bytes = readFileSync(file === '-' ? 0 : resolvePath(file));
    return trivium.upload(id as 'importSarif', bytes, upload, { params, query, ...more } as never);
  }
  const body = bodyOf(file, fields, bodyTypes);
  const input = { query, ...(body !== undefined && { body }), ...more };
  const call = id === undefined ? undefined : (trivium.api[id as OperationId] as AnyCall | undefined);
  return call === undefined ? trivium.request({ method, path }, input) : call({ params, ...input });
}

/** The content of the file; fields from the command line override it. */
function bodyOf(
  file: string | undefined,
  fields: Record<string, unknown>,
  bodyTypes: readonly string[],
): unknown {
  const hasFields = Object.keys(fields).length > 0;
  if (file === undefined) return hasFields || bodyTypes.length > 0 ? fields : undefined;
  if (bodyTypes.length === 0) throw new CommandError('This route takes no body: leave --input out.');
  const body = readBody(file);
  if (!hasFields) return body;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body, ...fields };
  throw new CommandError('--field can only be added to a body that is a JSON object.');
}

function readBody(file: string): unknown {
  const text = file === '-' ? readFileSync(0, 'utf8') : readText(file);
  try {
    return parseExactly(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

type AnyPages = Record<string, ((input: object) => AsyncIterable<unknown>) | undefined>;

async function printPages(
  trivium: Trivium,
  { id = '' }: ApiOperation,
  { params, query }: ApiInput,
  options: ApiOptions,
): Promise<void> {
  const pages = (trivium.pages as unknown as AnyPages)[id];
  if (pages === undefined) throw new CommandError('This route does not return a list: leave --all out.');
  for await (const item of pages({ params, query })) await print({ ...options, json: true }, item, '');
}
