import { expect, test } from 'vitest';
import { readOwnMigrations } from './read-own-migrations.ts';

/** From this migration on, each must say it. */
const FIRST = '0120';

test('every migration says which earlier nodes can work with its schema, or that none can', () => {
  const silent = readOwnMigrations().filter(
    ({ name, sql, bornBy }) =>
      name >= FIRST && bornBy === undefined && !/^-- Born by no node before\b/m.test(sql),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
