import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libraryNames } from './library-calls.ts';

test('each call that has a case is looked at by its name, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, 'library-calls.ts'), 'utf8');
  const cases = [...text.matchAll(/case '[\w$]+\.(\w+)':/g)].map(([, name]) => name);
  expect(cases.length).toBeGreaterThan(40);
  expect(new Set(cases)).toEqual(libraryNames);
});
