import { setTimeout as wait } from 'node:timers/promises';
import { operations } from '../../packages/sdk/src/api.generated.ts';
import type { OperationExample } from '../../packages/server/src/kit/http/index.ts';

type Row = { method: string; path: string };
type OperationId = keyof typeof operations;
// biome-ignore lint/suspicious/noExplicitAny: the story reads what it was answered by name
type Body = any;

export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  file?: { name: string; type: string; bytes: Uint8Array; shown?: unknown };
  /** Use the session of the person who signed in last. */
  isOfPerson?: boolean;
  /** Use this key, such as the one of a portal link. */
  key?: string;
}

interface Recorded {
  status: number;
  type: string | undefined;
  body: Body;
}

/** Maximum time to wait until something is in the state that the story needs. */
const WAIT_MS = 240_000;
/** A stream does not end on its own. */
const STREAM_MS = 1_000;

/** Calls a running service, and keeps one answer of each operation as its example. */
export class ExampleRecorder {
  readonly examples: Record<string, OperationExample> = {};
  /** When each example was requested. */
  readonly moments: number[] = [];
  readonly #address: string;
  readonly #key: string;
  /** The session cookie of the last sign-in. */
  #cookie = '';

  constructor(address: string, key: string) {
    this.#address = address;
    this.#key = key;
  }

  /** Calls the operation and keeps the answer as its example. */
  async record(operationId: string, asked: Asked = {}): Promise<Body> {
    if (this.examples[operationId] !== undefined) throw new Error(`${operationId} has its example`);
    this.moments.push(Date.now());
    const { status, type, body } = await this.#ask(operationId, asked);
    this.examples[operationId] = {
      request: {
        ...(asked.params && { params: asked.params }),
        ...(asked.query && { query: asked.query }),
        ...(asked.body !== undefined && { type: 'application/json', body: asked.body }),
        ...(asked.file && {
          type: asked.file.shown === undefined ? 'multipart/form-data' : asked.file.type,
          body: asked.file.shown ?? { file: `@${asked.file.name}` },
        }),
      },
      response: { status, ...(type && { type, body }) },
    };
    return body;
  }

  /** Calls an operation that the story needs, without an example. */
  async ask(operationId: string, asked: Asked = {}): Promise<Body> {
    return (await this.#ask(operationId, asked)).body;
  }

  /** Repeats a read until the answer is as wanted. */
  async until(operationId: string, asked: Asked, isWanted: (body: Body) => boolean): Promise<Body> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const body = await this.ask(operationId, asked);
      if (isWanted(body)) return body;
      if (Date.now() > deadline) throw new Error(`${operationId} still says ${JSON.stringify(body)}`);
      await wait(50);
    }
  }

  /** Repeats a request that took too long, because the machine may be busy. */
  async #ask(operationId: string, asked: Asked, tries = 4): Promise<Recorded> {
    try {
      return await this.#askOnce(operationId, asked);
    } catch (error) {
      if (tries === 1) throw error;
      await wait(3_000);
      return this.#ask(operationId, asked, tries - 1);
    }
  }

  async #askOnce(operationId: string, asked: Asked): Promise<Recorded> {
    const { params = {}, query = {}, body, file, isOfPerson = false, key = this.#key } = asked;
    const { method, path } = rowOf(operationId);
    const place = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    );
    const isStream = operationId === 'streamEvents';
    const answer = await fetch(`${this.#address}${place}?${search}`, {
      method,
      headers: {
        ...(isOfPerson
          ? { cookie: this.#cookie, 'x-trivium-session': 'examples' }
          : path.startsWith('/v1/') && { authorization: `Bearer ${key}` }),
        ...(file && { 'content-type': file.type }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(file && { body: new Uint8Array(file.bytes) }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
    const text = isStream ? await readForAMoment(answer) : await answer.text();
    if (!answer.ok)
      throw new Error(`${operationId} ${place} was answered ${answer.status} ${text.slice(0, 500)}`);
    const type = answer.headers.get('content-type')?.split(';')[0];
    const isJson = type !== undefined && /[/+]json$/.test(type);
    if (type === 'application/zip') return { status: answer.status, type, body: '(the bytes of the ZIP)' };
    return { status: answer.status, type, body: isJson && text !== '' ? JSON.parse(text) : text };
  }
}

/** Operations outside of `/v1` are not in the SDK. */
const others: Record<string, Row> = {
  checkLiveness: { method: 'GET', path: '/livez' },
  checkReadiness: { method: 'GET', path: '/readyz' },
  readMetrics: { method: 'GET', path: '/metrics' },
  readOpenApi: { method: 'GET', path: '/openapi.json' },
};

function rowOf(operationId: string): Row {
  const row: Row | undefined = operations[operationId as OperationId] ?? others[operationId];
  if (row === undefined) throw new Error(`there is no operation ${operationId}`);
  return row;
}

async function readForAMoment(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return '';
  const end = setTimeout(() => void reader.cancel(), STREAM_MS);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  clearTimeout(end);
  return text;
}
