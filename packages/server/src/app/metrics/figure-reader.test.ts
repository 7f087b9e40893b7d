import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../kit/db/testing/open-database.ts';
import type { FigureSource } from '../../kit/observability/index.ts';
import { FigureReader } from './figure-reader.ts';

let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

function source(part: string, read: FigureSource['read']): FigureSource {
  return { part, figures: [{ name: `trivium_${part}`, help: 'A figure.' }], read };
}

test('a source that fails or is slow reports nothing, and the others still report', async () => {
  const registry = new Registry();
  const failed: string[] = [];
  const reader = new FigureReader({
    pool: database.pool,
    registry,
    onError: (_error, part) => failed.push(part),
  });
  reader.add(
    source('slow', async (query) => {
      await query('select pg_sleep(60)');
      return [];
    }),
    source('wrong', (query) => query('select from no_such_table')),
    source('good', () => [{ name: 'trivium_good', value: 7 }]),
  );
  // The first scrape waits at most three seconds; a later one has all figures.
  await expect.poll(() => registry.metrics(), { timeout: 60_000 }).toMatch(/^trivium_good 7$/m);
  const text = await registry.metrics();
  expect(failed).toEqual(['slow', 'wrong']);
  expect(text).toMatch(/^trivium_figures_read\{part="slow"\} 0$/m);
  expect(text).toMatch(/^trivium_figures_read\{part="good"\} 1$/m);
  expect(text).not.toMatch(/^trivium_wrong /m);
});

test('concurrent scrapes share one set of database queries', async () => {
  const registry = new Registry();
  let reads = 0;
  const reader = new FigureReader({ pool: database.pool, registry, onError: () => {}, keptMs: 3_600_000 });
  reader.add(
    source('counted', () => {
      reads++;
      return [{ name: 'trivium_counted', value: reads }];
    }),
  );
  await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
  await registry.metrics();
  expect(reads).toBe(1);
});

test('reading figures cannot write to the database', async () => {
  const registry = new Registry();
  const errors: unknown[] = [];
  const reader = new FigureReader({ pool: database.pool, registry, onError: (error) => errors.push(error) });
  reader.add(source('writing', (query) => query('delete from organizations')));
  await registry.metrics();
  expect(String(errors[0])).toMatch(/read-only transaction/);
});
