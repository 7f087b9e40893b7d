import type pg from 'pg';
import type { Service } from '../../harness/service.ts';
import type { VolumeSizes } from '../sizes.ts';

/** An organization that is being filled. */
export interface Filling {
  /** UUID. */
  orgId: string;
  sizes: VolumeSizes;
  /** Where deliveries go. */
  receiver: string;
  /** Runs a statement as the owner of the database, without waiting for the disk. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Calls the API as the organization. */
  call<T>(method: string, path: string, body?: unknown, type?: string): Promise<T>;
}

/** Opens an organization by its key. */
export async function openFilling(
  { database, address }: Pick<Service, 'database' | 'address'>,
  key: string,
  options: Pick<Filling, 'sizes' | 'receiver'>,
): Promise<Filling & { close(): void }> {
  const client = await database.connect();
  await client.query('set synchronous_commit = off');
  const filling: Filling = {
    ...options,
    orgId: '',
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    call: (method, path, body, type = 'application/json') =>
      callApi(`http://${address.host}:${address.port}${path}`, key, { method, body, type }),
  };
  const { id } = await filling.call<{ id: string }>('GET', '/v1/organization');
  return { ...filling, orgId: uuidOf(id), close: () => client.release() };
}

async function callApi<T>(
  url: string,
  key: string,
  { method, body, type }: { method: string; body: unknown; type: string },
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && {
      body: type === 'application/json' ? JSON.stringify(body) : (body as RequestInit['body']),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    }),
  } as RequestInit);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The UUID in a public id. */
export function uuidOf(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Runs a statement for one part of the numbers after another: `$2` is the first of a part, `$3` the end. */
export async function inParts(
  { query, orgId }: Filling,
  { total, atOnce = 20_000 }: { total: number; atOnce?: number },
  text: string,
  ...more: unknown[]
): Promise<void> {
  for (let from = 0; from < total; from += atOnce) {
    await query(text, [orgId, from, Math.min(from + atOnce, total), ...more]);
  }
}

/** Does something `count` times, some at once. */
export async function repeat(count: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
