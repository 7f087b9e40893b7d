import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTableClasses } from './table-classes.ts';

const root = join(import.meta.dirname, '../..');
const classes = readTableClasses();
const spread = classes.filter(({ spreads }) => spreads).map(({ name }) => name);
const onCoordinator = classes
  .filter(({ tableClass, spreads }) => tableClass !== 'reference' && !spreads)
  .map(({ name }) => name);
const ofMachines = new RegExp(String.raw`\b(?:from|join) (?:${spread.join('|')})\b`);
const withoutColumns = new RegExp(String.raw`\bselect\s+from\s+(?:${onCoordinator.join('|')})\b`);

/** Whether a module asks tables on several machines, and one on the coordinator for rows without columns. */
const isRefused = (text: string) => ofMachines.test(text) && withoutColumns.test(text);

// Tried on Citus 12.1.12: it hands what it found on the coordinator to the machines as a list of columns, which is none then.
// "A column definition list is required for functions returning record", it says.
test('beside tables on several machines, a subquery of one on the coordinator has a column', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.repository.ts', { cwd: root }))
    if (isRefused(await readFile(join(root, file), 'utf8'))) found.push(file);
  expect(found).toEqual([]);
});

test('such a subquery is found, and one with a column or of a machine is not', () => {
  const read = (subquery: string) => `select e.id from events e where exists (${subquery})`;
  expect(isRefused(read('select from workflows w where w.id = e.id'))).toBe(true);
  expect(isRefused(read('select 1 from workflows w'))).toBe(false);
  expect(isRefused(read('select from deliveries d'))).toBe(false);
  expect(isRefused('select w.id from workflows w where exists (select from workflow_runs r)')).toBe(false);
});
