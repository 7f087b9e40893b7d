import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../embedded-postgres/test-database.ts';
import { createPool, isDatabaseUnavailable } from './pool.ts';

const coded = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  ['ECONNREFUSED', true],
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['25006', true],
  ['08006', true],
  ['53100', true],
  ['53300', true],
  ['57014', true],
  ['57P01', true],
  ['57P03', true],
  ['58030', true],
  ['42501', false],
  ['23505', false],
  ['22P02', false],
  ['42601', false],
  ['40P01', false],
])('an error with the code %s means that the database is down: %s', (code, expected) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(expected);
});

test('a missing socket means that the database is down, a missing file does not', async () => {
  const missing = join(tmpdir(), 'trivium-no-such-folder');
  const pool = createPool(
    { host: missing, port: 5432, user: 'x', password: 'x', database: 'x' },
    {
      max: 1,
      applicationName: 'test',
      onError: () => {},
    },
  );
  expect(isDatabaseUnavailable(await pool.query('select 1').catch((error) => error))).toBe(true);
  await pool.end();
  expect(isDatabaseUnavailable(await readFile(missing).catch((error) => error))).toBe(false);
});

test('a server on a read-only disk counts as down, even if it crashes because of it', () => {
  const refused = 'could not write to log file "000000010000000000000001": Read-only file system';
  const panic = Object.assign(new Error('could not write'), { code: '42501', severity: 'PANIC' });
  const failed = Object.assign(new Error(refused), { code: '42501', severity: 'ERROR' });
  expect([panic, failed].map(isDatabaseUnavailable)).toEqual([true, true]);
  const noRight = { code: 'EACCES', syscall: 'connect' };
  expect(isDatabaseUnavailable(Object.assign(new Error('connect EACCES'), noRight))).toBe(true);
});

test('other errors say nothing about the database', () => {
  expect(isDatabaseUnavailable(new Error('something else'))).toBe(false);
  expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
});

test('a killed backend only fails its statement, not the process or the pool', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 2, applicationName: 'test', onError: () => {} });
  try {
    const error = await pool.query('select pg_terminate_backend(pg_backend_pid())').catch((reason) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
