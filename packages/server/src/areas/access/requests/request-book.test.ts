import { expect, test } from 'vitest';
import { AppError } from '../../../kit/errors/index.ts';
import type { AnsweredRequest, Principal } from '../../../kit/http/index.ts';
import { newId, newUuid } from '../../../kit/ids.ts';
import type { ApiRequest } from './api-request.repository.ts';
import { WrittenRequestBook } from './request-book.ts';

const principal = (): Principal => ({
  orgId: newUuid(),
  keyId: newUuid(),
  environment: 'production',
  scopes: new Set(),
});

const asked = (of: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  requestId: newId('req'),
  route: '/v1/events',
  isFrequent: false,
  principal: principal(),
  request: { method: 'POST', url: '/v1/events?q=secret', headers: {} },
  failure: undefined,
  clientAddress: '192.0.2.1',
  ...of,
});

/** The last version written of each request, as in the table. */
function openBook() {
  const table = new Map<string, ApiRequest>();
  const refused: unknown[] = [];
  const state = { isAway: false };
  const book = new WrittenRequestBook({
    async write(rows) {
      if (state.isAway) throw new Error('away');
      for (const row of rows) table.set(row.id, { ...row });
    },
    onError: (error) => refused.push(error),
  });
  return { book, state, rows: () => [...table.values()] };
}

test('each change and each error is a row with code and field, without query and body', async () => {
  const { book, rows } = openBook();
  const failure = new AppError('invalid_request', { message: 'Too long: secret', field: 'data.total' });
  book.note(asked(), 201, 3.25);
  book.note(asked({ isFrequent: true, failure }), 400, 1);
  await book.write();
  expect(rows()).toMatchObject([
    { status: 201, path: '/v1/events', code: null, durationMs: 3.25, requests: 1, address: '192.0.2.1' },
    { status: 400, path: '/v1/events', code: 'invalid_request', field: 'data.total', requests: 1 },
  ]);
  expect(JSON.stringify(rows())).not.toContain('secret');
});

test('frequent successful requests are one row with a count for each key, route and status', async () => {
  const { book, rows } = openBook();
  const [one, other] = [principal(), principal()];
  for (let i = 0; i < 50; i++) book.note(asked({ isFrequent: true, principal: one }), 201, i);
  await book.write();
  expect(rows()).toMatchObject([{ requests: 50, durationMs: 49, path: null }]);
  for (let i = 0; i < 7; i++) book.note(asked({ isFrequent: true, principal: one }), 201, 1);
  book.note(asked({ isFrequent: true, principal: one }), 200, 1);
  book.note(asked({ isFrequent: true, principal: one, route: '/v1/keys' }), 201, 1);
  book.note(asked({ isFrequent: true, principal: other }), 201, 1);
  await book.write();
  // The first row is updated, not written again.
  expect(rows().map(({ requests }) => requests)).toEqual([57, 1, 1, 1]);
});

test('many errors use a limited number of rows, all are counted, and other organizations are not affected', async () => {
  const { book, rows } = openBook();
  const [flooding, quiet] = [principal(), principal()];
  const failure = new AppError('not_found', { message: '' });
  for (let i = 0; i < 10_000; i++) book.note(asked({ principal: flooding, failure }), 404, 1);
  book.note(asked({ principal: quiet, failure }), 404, 1);
  await book.write();
  const of = ({ orgId }: Principal) => rows().filter((row) => row.orgId === orgId);
  expect(of(flooding).length).toBe(201);
  expect(of(flooding).reduce((sum, { requests }) => sum + requests, 0)).toBe(10_000);
  expect(of(quiet)).toMatchObject([{ requests: 1, path: '/v1/events' }]);
});

test('requests that could not be stored wait, up to a limit, until the database is back', async () => {
  const { book, rows, state } = openBook();
  state.isAway = true;
  book.note(asked(), 201, 1);
  await expect(book.write()).rejects.toThrow('away');
  for (let i = 0; i < 20_000; i++) book.note(asked(), 201, 1);
  state.isAway = false;
  await book.stop();
  expect(rows().length).toBe(5_000);
});

test('requests without a known caller are not stored', async () => {
  const { book, rows } = openBook();
  book.note(asked({ principal: undefined, failure: new AppError('unauthorized', { message: '' }) }), 401, 1);
  await book.write();
  expect(rows()).toEqual([]);
});
