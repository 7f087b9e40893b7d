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

/** From this migration on, an index of a table that may have rows is built while writers go on. */
const FIRST_CONCURRENT = '0147';

test('no migration locks the writers of a table while it builds an index', () => {
  const locking = readOwnMigrations()
    .filter(({ name }) => name >= FIRST_CONCURRENT)
    .flatMap(({ name, sql }) =>
      [...sql.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on (?:only )?(\w+)/gi)]
        .filter(([, table]) => !new RegExp(`create table (?:if not exists )?${table}\\b`, 'i').test(sql))
        .map(([, table]) => `${name}: ${table}`),
    );
  expect(locking).toEqual([]);
});
